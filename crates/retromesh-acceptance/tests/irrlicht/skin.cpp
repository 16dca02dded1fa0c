// Loads a model in Irrlicht without a picture and prints where its vertices are: `skin FILE FRAME...`.
// Irrlicht counts frames from 0, b3d files from 1.
#include <cstdio>
#include <cstdlib>
#include <irrlicht/irrlicht.h>

using namespace irr;

int main(int count, char **words) {
    SIrrlichtCreationParameters parameters;
    parameters.DriverType = video::EDT_NULL;
    parameters.LoggingLevel = ELL_NONE;
    IrrlichtDevice *device = createDeviceEx(parameters);
    scene::IAnimatedMesh *mesh = device->getSceneManager()->getMesh(words[1]);
    if (!mesh || mesh->getMeshType() != scene::EAMT_SKINNED) {
        return 1;
    }
    scene::ISkinnedMesh *skinned = static_cast<scene::ISkinnedMesh *>(mesh);
    for (int word = 2; word < count; word++) {
        std::printf("frame\n");
        skinned->animateMesh(static_cast<f32>(std::atof(words[word])) - 1.0f, 1.0f);
        skinned->skinMesh();
        for (u32 b = 0; b < skinned->getMeshBufferCount(); b++) {
            scene::IMeshBuffer *buffer = skinned->getMeshBuffer(b);
            for (u32 v = 0; v < buffer->getVertexCount(); v++) {
                core::vector3df place = buffer->getPosition(v);
                std::printf("%.9g %.9g %.9g\n", place.X, place.Y, place.Z);
            }
        }
    }
    device->drop();
    return 0;
}
