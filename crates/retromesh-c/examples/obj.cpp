// Writes a model as OBJ, each mesh where the rest pose has it, in metres with y up.
//
//     c++ obj.cpp $(pkg-config --cflags --libs retromesh) -o obj && ./obj model.b3d > model.obj

#include <retromesh.h>

#include <cstdint>
#include <cstdio>
#include <memory>
#include <vector>

namespace {

struct Free {
    void operator()(retromesh_scene *scene) const { retromesh_free(scene); }
};

// Writes the faces of the mesh of a node; `before` is how many vertices come before its own.
void faces(const retromesh_scene &scene, std::uint32_t node, std::size_t before) {
    const std::uint32_t number = scene.nodes.data[node].mesh;
    const retromesh_mesh &mesh = scene.meshes.data[number];
    std::printf("o node_%u\n", static_cast<unsigned>(node));
    for (std::uint32_t p = 0; p < mesh.parts.count; p++) {
        std::vector<std::uint32_t> corners(3 * mesh.parts.data[p].triangle_count);
        corners.resize(3 * retromesh_triangles(&scene, number, p, corners.data()));
        for (std::size_t c = 0; c < corners.size(); c += 3) {
            std::printf("f %zu %zu %zu\n", before + corners[c] + 1, before + corners[c + 1] + 1,
                        before + corners[c + 2] + 1);
        }
    }
}

}  // namespace

int main(int count, char **words) {
    if (count != 2) {
        std::fprintf(stderr, "usage: obj MODEL\n");
        return 2;
    }
    const retromesh_option options[] = {{"space", "gltf"}};
    retromesh_error error;
    const std::unique_ptr<retromesh_scene, Free> scene(retromesh_open(words[1], options, 1, &error));
    if (!scene) {
        std::fprintf(stderr, "%s: %s\n", words[1], error.text);
        return 1;
    }
    // Vertices are numbered from one node to the next.
    std::vector<std::size_t> before(1, 0);
    for (std::size_t node = 0; node < scene->nodes.count; node++) {
        const std::uint32_t mesh = scene->nodes.data[node].mesh;
        before.push_back(before.back() + (mesh == RETROMESH_NONE ? 0 : scene->meshes.data[mesh].positions.count));
    }
    std::vector<float> positions(3 * before.back());
    retromesh_pose_vertices(scene.get(), RETROMESH_NONE, 0, positions.data(), nullptr);
    for (std::size_t v = 0; v < positions.size(); v += 3) {
        std::printf("v %.9g %.9g %.9g\n", positions[v], positions[v + 1], positions[v + 2]);
    }
    for (std::uint32_t node = 0; node < scene->nodes.count; node++) {
        if (scene->nodes.data[node].mesh != RETROMESH_NONE) {
            faces(*scene, node, before[node]);
        }
    }
}
