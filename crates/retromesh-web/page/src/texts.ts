// Every text of the page, in every language. A new language is a new column.

const LANGUAGES = ["en", "de"] as const;
export type Language = (typeof LANGUAGES)[number];

const TEXTS = {
  language: ["Deutsch", "English"],
  viewer: ["3D view", "3D-Ansicht"],
  keys: [
    "Arrow keys turn, Shift and arrow keys move, + and - zoom, F shows all, Space plays",
    "Pfeiltasten drehen, mit Umschalttaste verschieben sie, + und - zoomen, F zeigt alles, Leertaste spielt ab",
  ],
  models: ["Models", "Modelle"],
  model: ["Model", "Modell"],
  compare: ["Compare with", "Vergleichen mit"],
  nothing: ["nothing", "nichts"],
  gallery: ["Gallery", "Galerie"],
  theme: ["Theme", "Farben"],
  theme_auto: ["As the system", "Wie das System"],
  theme_light: ["Light", "Hell"],
  theme_dark: ["Dark", "Dunkel"],
  save_glb: ["Save GLB", "GLB speichern"],
  save_picture: ["Save picture", "Bild speichern"],
  loading: ["Loading …", "Lädt …"],
  failed: ["This model cannot be shown.", "Dieses Modell kann nicht gezeigt werden."],
  no_webgl: [
    "This browser has no WebGL, so the model cannot be drawn. All else is below.",
    "Dieser Browser hat kein WebGL, darum wird das Modell nicht gezeichnet. Alles andere steht unten.",
  ],
  empty: ["No mesh is in sight.", "Kein Netz ist zu sehen."],
  view: ["View", "Ansicht"],
  fit: ["Show all", "Alles zeigen"],
  from: ["From", "Von"],
  iso: ["At an angle", "Schräg"],
  front: ["Front", "Vorn"],
  back: ["Back", "Hinten"],
  left: ["Left", "Links"],
  right: ["Right", "Rechts"],
  top: ["Top", "Oben"],
  bottom: ["Bottom", "Unten"],
  look: ["Surfaces", "Flächen"],
  shaded: ["As their materials", "Wie ihre Materialien"],
  clay: ["Grey", "Grau"],
  normals: ["Normals as colours", "Normalen als Farben"],
  faces: ["Front blue, back red", "Vorn blau, hinten rot"],
  background: ["Background", "Hintergrund"],
  grid: ["Grid", "Raster"],
  axes: ["Axes", "Achsen"],
  wireframe: ["Edges", "Kanten"],
  skeleton: ["Skeleton", "Skelett"],
  box: ["Bounding box", "Umgebender Quader"],
  texture: ["Textures", "Texturen"],
  lightmap: ["Light maps", "Lightmaps"],
  colors: ["Vertex colours", "Eckenfarben"],
  back_faces: ["Back faces", "Rückseiten"],
  hidden: ["Hidden nodes", "Versteckte Knoten"],
  level: ["Level of detail", "Detailstufe"],
  finest: ["Finest", "Feinste"],
  all: ["All", "Alle"],
  clip: ["Clip", "Clip"],
  rest: ["At rest", "In Ruhe"],
  play: ["Play", "Abspielen"],
  pause: ["Pause", "Pause"],
  step_back: ["One frame back", "Ein Bild zurück"],
  step_on: ["One frame on", "Ein Bild vor"],
  moment: ["Moment", "Zeitpunkt"],
  frame: ["frame", "Bild"],
  seconds: ["s", "s"],
  speed: ["Speed", "Tempo"],
  loop: ["Loop", "Schleife"],
  nodes: ["Nodes", "Knoten"],
  search: ["Search nodes", "Knoten suchen"],
  more: ["more", "weitere"],
  nameless: ["(nameless)", "(namenlos)"],
  chosen: ["Chosen", "Gewählt"],
  materials: ["Materials", "Materialien"],
  missing: ["missing", "fehlt"],
  missing_images: ["Images that were not found", "Bilder, die nicht gefunden wurden"],
  statistics: ["Statistics", "Zahlen"],
  findings: ["Findings", "Befunde"],
  no_findings: ["Nothing was found and nothing is lost.", "Nichts wurde gefunden, nichts geht verloren."],
  lost: ["Lost on the way to glTF", "Geht auf dem Weg zu glTF verloren"],
  approximated: ["Approximated", "Angenähert"],
  defect: ["Defects of the file", "Fehler der Datei"],
  note: ["Notes", "Hinweise"],
  at: ["at", "bei"],
  differences: ["Differences", "Unterschiede"],
  no_differences: ["The figures are the same.", "Die Zahlen sind gleich."],
  format: ["Format", "Format"],
  bytes: ["Bytes", "Bytes"],
  meshes: ["Meshes", "Netze"],
  parts: ["Parts", "Teile"],
  vertices: ["Vertices", "Ecken"],
  faces_count: ["Faces", "Flächen"],
  triangles: ["Triangles", "Dreiecke"],
  textures: ["Textures", "Texturen"],
  skins: ["Skins", "Skelette"],
  joints: ["Joints", "Gelenke"],
  lights: ["Lights", "Lichter"],
  cameras: ["Cameras", "Kameras"],
  lods: ["Levels of detail", "Detailstufen"],
  clips: ["Clips", "Clips"],
  size: ["Size", "Größe"],
  properties: ["Properties", "Eigenschaften"],
  proxies: ["Other models in it", "Andere Modelle darin"],
} satisfies Record<string, readonly [string, string]>;

export type Key = keyof typeof TEXTS;

function preferred(): Language {
  const wanted = navigator.language.slice(0, 2);
  return LANGUAGES.find((language) => language === wanted) ?? "en";
}

let language: Language = preferred();

export function chooseLanguage(chosen: Language): void {
  language = chosen;
  document.documentElement.lang = chosen;
}

export function currentLanguage(): Language {
  return language;
}

/** Returns a text in the chosen language. */
export function t(key: Key): string {
  return TEXTS[key][LANGUAGES.indexOf(language)] ?? key;
}

/** Writes a number as the chosen language does. */
export function number(value: number, digits = 0): string {
  return value.toLocaleString(language, { maximumFractionDigits: digits });
}
