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

// Writes the mesh of a node; `written` is how many vertices come before.
void write(const retromesh_scene &scene, std::uint32_t node, std::size_t &written) {
    const retromesh_mesh &mesh = scene.meshes.data[scene.nodes.data[node].mesh];
    const std::size_t count = mesh.positions.count;
    std::vector<float> positions(3 * count);
    retromesh_pose_vertices(&scene, RETROMESH_NONE, 0, node, positions.data(), nullptr);
    for (std::size_t v = 0; v < count; v++) {
        std::printf("v %.9g %.9g %.9g\n", positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]);
    }
    std::printf("o node_%u\n", static_cast<unsigned>(node));
    for (std::uint32_t p = 0; p < mesh.parts.count; p++) {
        const retromesh_part &part = mesh.parts.data[p];
        std::vector<std::uint32_t> corners(3 * part.triangle_count);
        retromesh_triangles(&scene, scene.nodes.data[node].mesh, p, corners.data());
        for (std::size_t c = 0; c + 2 < corners.size(); c += 3) {
            std::printf("f %zu %zu %zu\n", written + corners[c] + 1, written + corners[c + 1] + 1,
                        written + corners[c + 2] + 1);
        }
    }
    written += count;
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
    std::size_t written = 0;
    for (std::uint32_t node = 0; node < scene->nodes.count; node++) {
        if (scene->nodes.data[node].mesh != RETROMESH_NONE) {
            write(*scene, node, written);
        }
    }
}
