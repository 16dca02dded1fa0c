// Prints what is in models: counts, bounds, clips. With --exact numbers are printed as their bits, and sums of all positions and poses.
//
//     cc print.c $(pkg-config --cflags --libs retromesh) -o print && ./print model.b3d

#include <retromesh.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool exact;

static void number(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    if (exact) {
        printf(" %08x", (unsigned)bits);
    } else {
        printf(" %g", value);
    }
}

// Names may hold zero bytes, so they are printed by their length.
static void name(retromesh_name text) {
    fwrite(text.data, 1, text.length, stdout);
}

// FNV-1a over the bytes of numbers.
static uint64_t sum(uint64_t sum, const float *numbers, size_t count) {
    const unsigned char *bytes = (const unsigned char *)numbers;
    for (size_t i = 0; i < count * sizeof(float); i++) {
        sum = (sum ^ bytes[i]) * 0x100000001b3u;
    }
    return sum;
}

static const float *row(retromesh_floats floats, size_t index) {
    return (const float *)((const char *)floats.data + index * floats.stride);
}

static void counts(const retromesh_scene *scene) {
    size_t parts = 0, vertices = 0, faces = 0, triangles = 0, joints = 0;
    for (size_t i = 0; i < scene->meshes.count; i++) {
        const retromesh_mesh *mesh = &scene->meshes.data[i];
        parts += mesh->parts.count;
        vertices += mesh->positions.count;
        for (size_t p = 0; p < mesh->parts.count; p++) {
            faces += mesh->parts.data[p].face_count;
            triangles += mesh->parts.data[p].triangle_count;
        }
    }
    for (size_t i = 0; i < scene->skeletons.count; i++) {
        joints += scene->skeletons.data[i].joints.count;
    }
    printf("  %zu nodes, %zu meshes, %zu parts, %zu vertices, %zu faces, %zu triangles\n", scene->nodes.count,
           scene->meshes.count, parts, vertices, faces, triangles);
    printf("  %zu materials, %zu textures, %zu images, %zu skins, %zu joints, %zu cameras, %zu lights\n",
           scene->materials.count, scene->textures.count, scene->images.count, scene->skeletons.count, joints,
           scene->cameras.count, scene->lights.count);
}

static void sums(const retromesh_scene *scene) {
    uint64_t all = 0xcbf29ce484222325u;
    for (size_t i = 0; i < scene->meshes.count; i++) {
        retromesh_floats positions = scene->meshes.data[i].positions;
        for (size_t v = 0; v < positions.count; v++) {
            all = sum(all, row(positions, v), 3);
        }
    }
    printf("  positions %016llx\n", (unsigned long long)all);
    float *matrices = malloc((scene->nodes.count + 1) * 16 * sizeof(float));
    for (size_t clip = 0; matrices && clip <= scene->clips.count; clip++) {
        bool rest = clip == scene->clips.count;
        float seconds = rest ? 0 : scene->clips.data[clip].seconds * 0.4f;
        if (retromesh_pose(scene, rest ? RETROMESH_NONE : (uint32_t)clip, seconds, matrices)) {
            all = sum(0xcbf29ce484222325u, matrices, scene->nodes.count * 16);
            printf("  pose %016llx\n", (unsigned long long)all);
        }
    }
    free(matrices);
}

static bool print(const char *path) {
    retromesh_error error;
    retromesh_scene *scene = retromesh_open(path, NULL, 0, &error);
    if (!scene) {
        printf("%s: %s\n", path, error.text);
        return false;
    }
    printf("%s: %s ", path, scene->format.data);
    name(scene->version);
    printf("\n");
    counts(scene);
    float bounds[6];
    if (retromesh_bounds(scene, bounds)) {
        printf("  bounds");
        for (int i = 0; i < 6; i++) {
            number(bounds[i]);
        }
        printf("\n");
    }
    for (size_t i = 0; i < scene->clips.count; i++) {
        printf("  clip ");
        name(scene->clips.data[i].name);
        number(scene->clips.data[i].first);
        number(scene->clips.data[i].last);
        printf("\n");
    }
    for (size_t i = 0; i < scene->diagnostics.count; i++) {
        const retromesh_diagnostic *found = &scene->diagnostics.data[i];
        printf("  %s, %llu times\n", found->code.data, (unsigned long long)found->count);
    }
    if (exact) {
        sums(scene);
    }
    retromesh_free(scene);
    return true;
}

int main(int count, char **words) {
    int first = 1, failed = 0;
    if (retromesh_abi() != RETROMESH_ABI) {
        fprintf(stderr, "the library is %s, and the header of another one\n", retromesh_version());
        return 2;
    }
    if (count > 1 && strcmp(words[1], "--exact") == 0) {
        exact = true;
        first = 2;
    }
    for (int i = first; i < count; i++) {
        failed += !print(words[i]);
    }
    return failed > 0;
}
