// Opens models and damaged copies of them, reads all that a view leads to, and calls whatever there is: for valgrind and the sanitizers.
//
//     hostile COPIES FILE...

#include <retromesh.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t seed = 0x9e3779b97f4a7c15u;
static volatile uint64_t seen;

static uint64_t next(void) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed;
}

static void touch(const void *data, size_t size) {
    const unsigned char *bytes = data;
    uint64_t all = 0;
    for (size_t i = 0; i < size; i++) {
        all += bytes[i];
    }
    if (all == 42) {
        seen++;
    }
}

static void name(retromesh_name text) {
    touch(text.data, text.length + 1);
}

static void floats(retromesh_floats rows) {
    for (size_t i = 0; i < rows.count; i++) {
        touch((const char *)rows.data + i * rows.stride, rows.components * sizeof(float));
    }
}

static void integers(retromesh_integers numbers) {
    for (size_t i = 0; i < numbers.count; i++) {
        touch((const char *)numbers.data + i * numbers.stride, sizeof(uint32_t));
    }
}

static void diagnostics(retromesh_diagnostic_list list) {
    for (size_t i = 0; i < list.count; i++) {
        name(list.data[i].code);
        name(list.data[i].path);
        name(list.data[i].detail);
        name(list.data[i].summary);
    }
}

static void meshes(const retromesh_scene *scene) {
    for (uint32_t m = 0; m < scene->meshes.count; m++) {
        const retromesh_mesh *mesh = &scene->meshes.data[m];
        name(mesh->name);
        floats(mesh->positions);
        floats(mesh->normals);
        floats(mesh->tangents);
        integers(mesh->influence_starts);
        integers(mesh->influence_joints);
        floats(mesh->influence_weights);
        for (size_t i = 0; i < mesh->uv_sets.count; i++) {
            floats(mesh->uv_sets.data[i]);
        }
        for (size_t i = 0; i < mesh->color_sets.count; i++) {
            floats(mesh->color_sets.data[i]);
        }
        for (size_t i = 0; i < mesh->selections.count; i++) {
            name(mesh->selections.data[i].name);
            integers(mesh->selections.data[i].vertices);
            floats(mesh->selections.data[i].weights);
            integers(mesh->selections.data[i].faces);
        }
        for (size_t i = 0; i < mesh->morphs.count; i++) {
            name(mesh->morphs.data[i].name);
            floats(mesh->morphs.data[i].positions);
            floats(mesh->morphs.data[i].normals);
        }
        for (size_t i = 0; i < mesh->vertex_frames.count; i++) {
            floats(mesh->vertex_frames.data[i].positions);
        }
        for (uint32_t p = 0; p < mesh->parts.count; p++) {
            const retromesh_part *part = &mesh->parts.data[p];
            name(part->name);
            integers(part->corners);
            integers(part->starts);
            integers(part->face_flags);
            uint32_t *triangles = malloc(part->triangle_count * 3 * sizeof(uint32_t) + 1);
            if (triangles) {
                touch(triangles, retromesh_triangles(scene, m, p, triangles) * 3 * sizeof(uint32_t));
            }
            free(triangles);
        }
    }
}

static void poses(const retromesh_scene *scene) {
    float *matrices = malloc(scene->nodes.count * 16 * sizeof(float) + 1);
    for (uint32_t clip = 0; matrices && clip <= scene->clips.count; clip++) {
        if (retromesh_pose(scene, clip, 0.5f, matrices)) {
            touch(matrices, scene->nodes.count * 16 * sizeof(float));
        }
    }
    free(matrices);
    size_t vertices = 0;
    for (uint32_t n = 0; n < scene->nodes.count; n++) {
        const retromesh_node *node = &scene->nodes.data[n];
        name(node->name);
        name(node->level_role);
        name(node->proxy);
        integers(node->children);
        integers(node->materials);
        for (size_t i = 0; i < node->texts.count; i++) {
            name(node->texts.data[i].name);
            name(node->texts.data[i].text);
        }
        if (node->mesh != RETROMESH_NONE) {
            vertices += scene->meshes.data[node->mesh].positions.count;
        }
    }
    size_t size = vertices * 3 * sizeof(float);
    float *positions = malloc(size + 1), *normals = malloc(size + 1);
    if (positions && normals && retromesh_pose_vertices(scene, 0, 0.5f, positions, normals)) {
        touch(positions, size);
        touch(normals, size);
    }
    free(positions);
    free(normals);
}

static void rest(const retromesh_scene *scene) {
    name(scene->format);
    name(scene->version);
    integers(scene->roots);
    diagnostics(scene->diagnostics);
    for (size_t i = 0; i < scene->skeletons.count; i++) {
        name(scene->skeletons.data[i].name);
        integers(scene->skeletons.data[i].joints);
        floats(scene->skeletons.data[i].inverse_binds);
    }
    for (size_t i = 0; i < scene->materials.count; i++) {
        name(scene->materials.data[i].name);
        touch(scene->materials.data[i].layers.data, scene->materials.data[i].layers.count * sizeof(retromesh_layer));
    }
    for (size_t i = 0; i < scene->textures.count; i++) {
        name(scene->textures.data[i].name);
    }
    for (size_t i = 0; i < scene->images.count; i++) {
        name(scene->images.data[i].path);
        name(scene->images.data[i].file);
        name(scene->images.data[i].media_type);
        touch(scene->images.data[i].bytes.data, scene->images.data[i].bytes.count);
    }
    for (size_t i = 0; i < scene->animations.count; i++) {
        name(scene->animations.data[i].name);
        for (size_t c = 0; c < scene->animations.data[i].channels.count; c++) {
            floats(scene->animations.data[i].channels.data[c].times);
            floats(scene->animations.data[i].channels.data[c].values);
        }
    }
    for (size_t i = 0; i < scene->clips.count; i++) {
        name(scene->clips.data[i].name);
    }
    for (size_t i = 0; i < scene->cameras.count; i++) {
        name(scene->cameras.data[i].name);
    }
    for (size_t i = 0; i < scene->lights.count; i++) {
        name(scene->lights.data[i].name);
    }
}

// There is one file next to each model, which is the model.
struct file {
    const uint8_t *data;
    size_t size;
};

static bool load(void *user, size_t index, uint8_t *data, size_t size) {
    const struct file *file = user;
    if (index != 0 || size != file->size) {
        return false;
    }
    memcpy(data, file->data, size);
    return true;
}

static void report(retromesh_report *report) {
    if (report) {
        name(report->verdict);
        name(report->from);
        name(report->to);
        diagnostics(report->diagnostics);
        diagnostics(report->findings);
        for (size_t i = 0; i < report->files.count; i++) {
            name(report->files.data[i].name);
            touch(report->files.data[i].bytes.data, report->files.data[i].bytes.count);
        }
    }
    retromesh_report_free(report);
}

// Returns whether the model opens.
static bool try(const uint8_t *data, size_t size, const char *path) {
    const char *slash = strrchr(path, '/');
    const char *own = slash ? slash + 1 : path;
    struct file file = {data, size};
    retromesh_file_entry entry = {own, size};
    retromesh_files files = {&entry, 1, load, &file};
    retromesh_option options[] = {{"space", "gltf"}, {"textures", "embed"}};
    retromesh_error error;
    retromesh_scene *scene = retromesh_open_memory(data, size, own, &files, options, next() % 3, &error);
    if (error.kind == RETROMESH_ERROR_KIND_BUG || (scene == NULL) != (error.kind != RETROMESH_ERROR_KIND_NONE)) {
        fprintf(stderr, "%s: %s\n", path, error.text);
        exit(1);
    }
    if (scene) {
        float bounds[6];
        retromesh_bounds(scene, bounds);
        meshes(scene);
        poses(scene);
        rest(scene);
    }
    report(retromesh_check_memory(data, size, own, &files, NULL, 0, &error));
    if (error.kind != RETROMESH_ERROR_KIND_BUG) {
        report(retromesh_convert_memory(data, size, own, &files, "out.gltf", NULL, 0, &error));
    }
    if (error.kind == RETROMESH_ERROR_KIND_BUG) {
        fprintf(stderr, "%s: %s\n", path, error.text);
        exit(1);
    }
    retromesh_free(scene);
    return scene != NULL;
}

int main(int count, char **words) {
    long copies = count > 1 ? strtol(words[1], NULL, 10) : 0;
    long tried = 0, opened = 0;
    for (int i = 2; i < count; i++) {
        FILE *file = fopen(words[i], "rb");
        if (!file || fseek(file, 0, SEEK_END) != 0) {
            fprintf(stderr, "%s: cannot be read\n", words[i]);
            return 2;
        }
        size_t size = (size_t)ftell(file);
        rewind(file);
        uint8_t *data = malloc(size + 1), *copy = malloc(size + 1);
        size = fread(data, 1, size, file);
        fclose(file);
        for (long n = 0; n <= copies; n++) {
            memcpy(copy, data, size);
            size_t length = size;
            // The first copy is the file itself; the others have some bytes changed, and a few an end cut off.
            for (uint64_t changes = n == 0 ? 0 : 1 + next() % 4; size > 0 && changes > 0; changes--) {
                static const uint8_t bytes[] = {0, 1, 0x7f, 0x80, 0xff};
                copy[next() % size] = next() % 2 ? bytes[next() % 5] : (uint8_t)next();
            }
            if (n > 0 && next() % 8 == 0) {
                length = next() % (size + 1);
            }
            opened += try(copy, length, words[i]);
            tried++;
        }
        free(data);
        free(copy);
    }
    printf("%ld tried, %ld opened\n", tried, opened);
    return 0;
}
