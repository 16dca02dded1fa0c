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
  show: ["Show", "Zeigen"],
  picture: ["Picture", "Bild"],
  uv: ["Textures and UV", "Texturen und UV"],
  layer: ["Material and texture", "Material und Textur"],
  no_uv: ["No face has a place on a texture.", "Keine Fläche hat einen Platz auf einer Textur."],
  drawn: ["drawn", "gezeichnet"],
  selections: ["Selections", "Auswahlen"],
  drop_here: ["Drop models here", "Modelle hier ablegen"],
  drop_what: [
    "Files, whole folders with their textures, .zip or .pbo archives. You can also paste a file, or choose one:",
    "Dateien, ganze Ordner mit ihren Texturen oder Archive (.zip, .pbo). Auch Einfügen geht, oder wählen Sie aus:",
  ],
  stays_here: [
    "Nothing leaves this page: your files are read by your own browser, also without a connection.",
    "Nichts verlässt diese Seite: Ihr eigener Browser liest die Dateien, auch ohne Verbindung.",
  ],
  open_files: ["Open files", "Dateien öffnen"],
  open_folder: ["Open a folder", "Ordner öffnen"],
  close: ["Close", "Schließen"],
  known_formats: ["What can be opened", "Was sich öffnen lässt"],
  taking: ["The files are being taken in …", "Die Dateien werden aufgenommen …"],
  no_model: [
    "There is no model among these files. Textures and other files belong next to a model: drop them together with it, or after it.",
    "Unter diesen Dateien ist kein Modell. Texturen und andere Dateien gehören neben ein Modell: legen Sie sie mit ihm zusammen ab oder danach.",
  ],
  too_many: ["These are too many files; the maximum is", "Das sind zu viele Dateien; das Höchste ist"],
  bad_archive: ["The archive cannot be read:", "Das Archiv ist nicht lesbar:"],
  convert: ["Convert", "Umwandeln"],
  convert_now: ["Convert and show what is lost", "Umwandeln und zeigen, was verloren geht"],
  converting: ["Converting …", "Wird umgewandelt …"],
  converted: ["Converted", "Umgewandelt"],
  settings: ["Settings", "Einstellungen"],
  target: ["For the engine", "Für die Engine"],
  count_lost: ["Lost", "Verloren"],
  count_approximated: ["Approximated", "Angenähert"],
  count_defect: ["Defects", "Fehler"],
  nothing_lost: ["Nothing is lost", "Nichts geht verloren"],
  save: ["Save", "Speichern:"],
  see_compared: ["See before and after", "Vorher und nachher zeigen"],
  lint: ["Check for an engine", "Für eine Engine prüfen"],
  engine: ["Engine", "Engine"],
  all_rules: ["All rules", "Alle Regeln"],
  no_lint: ["Nothing is wrong for it.", "Dafür ist nichts falsch."],
  repair: ["Repair", "Reparieren"],
  repaired: ["repaired", "repariert"],
  save_repaired: ["Save the repaired file", "Die reparierte Datei speichern"],
  fixed: ["Repaired", "Repariert"],
  unfixed: ["Left as it is", "Bleibt, wie es ist"],
  nothing_fixed: ["There is nothing to repair", "Es gibt nichts zu reparieren"],
  reading: ["How the file is read", "Wie die Datei gelesen wird"],
  read_again: ["Read again", "Neu lesen"],
  see_bytes: ["See its bytes", "Die Bytes zeigen"],
  hex: ["Bytes and structure", "Bytes und Aufbau"],
  structure: ["Structure", "Aufbau"],
  hex_keys: ["Bytes; arrow keys go from byte to byte", "Bytes; Pfeiltasten gehen von Byte zu Byte"],
  no_layout: ["This file has no structure to show:", "Diese Datei hat keinen Aufbau, der sich zeigen ließe:"],
  state: ["State", "Stand"],
  waiting: ["waiting", "wartet"],
  save_all: ["Convert all, save as zip", "Alle umwandeln, als Zip speichern"],
  only: ["Show", "Zeigen"],
  all_models: ["All", "Alle"],
  only_failed: ["What failed", "Was misslang"],
  only_lossy: ["What loses something", "Was etwas verliert"],
  failed_count: ["Failed", "Misslungen"],
  images_missing: ["Missing images", "Fehlende Bilder"],
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
