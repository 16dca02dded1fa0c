// Two viewers that others made, as far as a dropped file needs them: the engine of Online3DViewer, and three.js with the loaders and the
// settings of its editor. Each draws a file into the element `stage` and says so.

import * as OV from "online-3d-viewer";
import { AmbientLight, Box3, Color, DirectionalLight, PerspectiveCamera, Scene, Sphere, WebGLRenderer } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { GLTFLoader } from "three/examples/jsm/loaders/GLTFLoader.js";
import { OBJLoader } from "three/examples/jsm/loaders/OBJLoader.js";

const stage = () => document.getElementById("stage");

function online3dviewer() {
  let isDone = () => {};
  const viewer = new OV.EmbeddedViewer(stage(), { onModelLoaded: () => isDone() });
  return (file) =>
    new Promise((done) => {
      isDone = done;
      viewer.LoadModelFromFileList([file]);
    });
}

function threeEditor() {
  const [scene, camera] = [new Scene(), new PerspectiveCamera(50, stage().clientWidth / stage().clientHeight)];
  const renderer = new WebGLRenderer({ antialias: true });
  renderer.setSize(stage().clientWidth, stage().clientHeight);
  stage().append(renderer.domElement);
  const lamp = new DirectionalLight(0xffffff, 3);
  scene.background = new Color(0xaaaaaa);
  scene.add(new AmbientLight(0xffffff), lamp);
  const draw = () => renderer.render(scene, camera);
  const controls = new OrbitControls(camera, renderer.domElement);
  controls.addEventListener("change", draw);
  const parse = async (file) => {
    if (file.name.endsWith(".obj")) return new OBJLoader().parse(await file.text());
    return (await new GLTFLoader().parseAsync(await file.arrayBuffer(), "")).scene;
  };
  return async (file) => {
    const model = await parse(file);
    scene.add(model);
    const { center, radius } = new Box3().setFromObject(model).getBoundingSphere(new Sphere());
    camera.position.copy(center).addScalar(radius * 1.5);
    Object.assign(camera, { near: radius / 100, far: radius * 100 });
    camera.updateProjectionMatrix();
    controls.target.copy(center);
    lamp.position.copy(camera.position);
    controls.update();
    draw();
  };
}

Object.assign(window, { viewers: { online3dviewer, threeEditor } });
