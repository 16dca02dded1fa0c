// Compares what parsers that are generated from docs/formats/*.ksy read with what `retromesh dump --json --whole` prints.
//
// Reads one JSON object a line from standard input and answers one for each:
//   {"compile": PATH}                     the table of its fields, and what the compiler warns of
//   {"format": ID, "file": PATH, "dump": PATH or null, "parameters": a list for each way to read it, or null}
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const tools = process.argv[1] + "/node_modules/";
const require = createRequire(tools);
const compiler = require(tools + "kaitai-struct-compiler");
const KaitaiStream = require(tools + "kaitai-struct/KaitaiStream");
const YAML = require(tools + "yaml");

/** The targets that each specification is compiled for; the last one is run. */
const TARGETS = ["python", "cpp_stl", "rust", "javascript"];
/** At most n differences of a file are listed. */
const MAX = 5;

const classes = new Map();

/** Unpacks a stream of P3D: `docs/formats/p3d.md` describes it. Returns the bytes and where the stream ends. */
function unpack(bytes, start, size) {
  const out = new Uint8Array(size);
  let [at, n, flags] = [start, 0, 1];
  const next = () => {
    if (at >= bytes.length) throw new RangeError("a packed stream is cut");
    return bytes[at++];
  };
  while (n < size) {
    if (flags === 1) flags = next() | 0x100;
    if (flags & 1) {
      out[n++] = next();
    } else {
      const [low, high] = [next(), next()];
      let from = n - (low | ((high & 0xf0) << 4) || 4096);
      for (let left = (high & 0x0f) + 3; left > 0 && n < size; left--, from++) {
        out[n++] = from < 0 || from >= n ? 0x20 : out[from];
      }
    }
    flags >>= 1;
  }
  return { bytes: out, end: at };
}

/** The type that `ks-opaque-types` of p3d.ksy declares: a compressed stream, without its checksum. */
class LzssBlock {
  constructor(io, parent, root, size) {
    Object.assign(this, { _io: io, _parent: parent, _root: root, size });
  }
  _read() {
    const start = this._io.pos;
    const { bytes, end } = unpack(this._io.readBytesFull(), 0, this.size);
    this.unpacked = bytes;
    this._io.seek(start + end);
  }
}

/** Takes the modules that the generated code asks for. */
function load(source, name) {
  const module = { exports: {} };
  const modules = { "kaitai-struct/KaitaiStream": KaitaiStream, "./LzssBlock": { LzssBlock } };
  new Function("exports", "require", "module", source)(module.exports, (asked) => modules[asked], module);
  return module.exports[name];
}

async function compile(path) {
  const ksy = YAML.parse(readFileSync(path, "utf8"));
  const warnings = [];
  const warn = console.warn;
  console.warn = console.error = console.log = (...words) => warnings.push(words.join(" "));
  let files = {};
  try {
    for (const target of TARGETS) {
      files = await compiler.compile(target, ksy, { importYaml: (name) => Promise.reject(name) }, target === "javascript");
      if (Object.keys(files).length === 0) warnings.push(`${target}: nothing was made`);
    }
  } catch (error) {
    warnings.push(String(error?.message ?? error));
    files = {};
  }
  console.warn = console.error = warn;
  const [[file, source] = []] = Object.entries(files);
  if (source) classes.set(ksy.meta.id, load(source, file.replace(/\.js$/, "")));
  return { id: ksy.meta.id, targets: TARGETS.length, warnings, table: table(ksy) };
}

const line = (text) => (text ?? "").trim().replace(/\s+/g, " ").replaceAll("|", "\\|");

const NUMBERS = { u1: "u8", s1: "i8", u2: "u16", s2: "i16", u4: "u32", s4: "i32", f4: "f32", b24le: "u24" };

/** Says in words what a field of a specification is. */
function kindOf({ type, size, contents, repeat, terminator, "size-eos": eos, "repeat-expr": times, "repeat-until": until, if: where }) {
  const cases = type?.cases && Object.values(type.cases).map((one) => `\`${String(one).replace(/\(.*/, "")}\``).join(" or ");
  let kind = cases ?? (type in NUMBERS ? NUMBERS[type] : type && `\`${type.replace(/\(.*/, "")}\``);
  if (type === "strz") kind = "string, ends in NUL";
  if (type === "str") kind = terminator === undefined ? "text" : "string, ends in NUL";
  if (contents) kind = `\`${typeof contents === "string" ? contents : contents.map((byte) => byte.toString(16)).join(" ")}\``;
  kind ??= "bytes";
  if (size !== undefined) kind += type && type !== "str" && !cases ? `, \`${line(String(size))}\` bytes` : ` of \`${line(String(size))}\` bytes`;
  if (eos || repeat === "eos") kind += ", until the end";
  if (repeat === "expr") kind += /^\d+$/.test(String(times)) ? `, ${times} of them` : `, \`${line(String(times))}\` of them`;
  if (repeat === "until") kind += `, until \`${line(until)}\``;
  if (where !== undefined) kind += `, if \`${line(String(where))}\``;
  return kind;
}

/** Makes the table of a page: each structure with its fields in their order. */
function table(ksy) {
  const rows = ["| Structure | Field | Kind | Meaning |", "|---|---|---|---|"];
  const add = (name, type) => {
    const fields = [...(type.seq ?? []), ...Object.entries(type.instances ?? {})
      .filter(([, of]) => of.pos !== undefined).map(([id, of]) => ({ id, ...of, at: of.pos }))];
    rows.push(`| **\`${name}\`** | | | ${line(type.doc).split(". ")[0].replace(/\.$/, "")} |`);
    for (const field of fields) {
      const at = field.at === undefined ? "" : `, at \`${line(String(field.at))}\``;
      rows.push(`| | \`${field.id}\` | ${kindOf(field)}${at} | ${line(field.doc).replace(/\.$/, "")} |`);
    }
    for (const [inner, of] of Object.entries(type.types ?? {})) add(inner, of);
  };
  add(ksy.meta.id, ksy);
  return rows.join("\n") + "\n";
}

const flatten = (value) => (Array.isArray(value) ? value.flatMap(flatten) : [value]);

/** Turns the bits of a half float into a number. */
function half(bits) {
  const [sign, exponent, mantissa] = [bits & 0x8000 ? -1 : 1, (bits >> 10) & 0x1f, bits & 0x3ff];
  if (exponent === 31) return mantissa ? NaN : sign * Infinity;
  return sign * (exponent ? 2 ** (exponent - 15) * (1 + mantissa / 1024) : 2 ** -14 * (mantissa / 1024));
}

class Comparison {
  constructor(bytes) {
    Object.assign(this, { bytes, fields: 0, differences: [], count: 0 });
  }

  differ(path, what, ours, theirs) {
    this.count++;
    if (this.differences.length < MAX) this.differences.push(`${path}: ${what} ${ours} here, ${theirs} there`);
  }

  same(path, what, ours, theirs) {
    if (!Object.is(ours, theirs)) this.differ(path, what, ours, theirs);
  }

  /** A number of a kind; what JSON does not have is a string. */
  number(path, kind, ours, theirs) {
    this.fields++;
    if (kind.startsWith("f16")) theirs = half(theirs);
    let number = ours;
    if (ours === "inf" || ours === "-inf") number = ours === "inf" ? Infinity : -Infinity;
    else if (typeof ours === "string" && ours.startsWith("nan:")) number = NaN;
    else if (kind.startsWith("f")) number = Math.fround(ours);
    this.same(path, "value", number, theirs);
  }

  range(path, part, debug) {
    this.same(path, "offset", part.offset, debug.ioOffset + debug.start);
    this.same(path, "length", part.length, debug.end - debug.start);
  }

  /** A structure: each field of the one is a field of the other. */
  structure(path, children, object) {
    const ours = new Map();
    for (const child of children) {
      // What no structure claims is in no specification.
      if (UNCLAIMED.has(child.name)) continue;
      if (!ours.has(child.name)) ours.set(child.name, []);
      ours.get(child.name).push(child);
    }
    // What is read on demand is asked for.
    for (const name of ours.keys()) void object[camel(name)];
    for (const [key, debug] of Object.entries(object._debug)) {
      const name = key.replace(/^_m_/, "");
      // Helpers that look at bytes ahead are read on demand, too.
      if (!Object.hasOwn(object, camel(name)) && !ours.has(snake(name))) continue;
      const value = object[camel(name)];
      if (ours.get(snake(name))?.[0].index !== undefined && value?.[0]?._debug && "data" in value[0] && !Object.hasOwn(value[0], "data")) {
        this.pointed(snake(name), ours.get(snake(name)), value);
        ours.delete(snake(name));
        continue;
      }
      const parts = ours.get(snake(name)) ?? [];
      ours.delete(snake(name));
      const isNothing = value === undefined || value.length === 0;
      if (isNothing && parts.length === 0) continue;
      const at = path ? `${path}.${snake(name)}` : snake(name);
      if (parts.length === 0) this.differ(at, "field", "is not", "is");
      else if (parts[0].index === undefined) this.part(at, parts[0], value, debug);
      else if (!Array.isArray(value) || value.length !== parts.length) this.differ(at, "number", parts.length, value?.length);
      else parts.forEach((part, n) => this.part(`${at}[${n}]`, part, value[n], debug.arr[n]));
    }
    for (const name of ours.keys()) this.differ(`${path}.${name}`, "field", "is", "is not");
  }

  /** Parts of a list that lie anywhere in the file, each with its number. */
  pointed(name, parts, list) {
    const theirs = list.filter((one) => one.data !== undefined && (typeof one.data === "string" || one.data.length > 0));
    this.same(name, "number", parts.length, theirs.length);
    for (const part of parts) {
      const at = `${name}[${part.index}]`;
      const one = list[part.index];
      if (one?.data === undefined) this.differ(at, "field", "is", "is not");
      else this.part(at, part, one.data, one._debug.data ?? one._debug._m_data);
    }
  }

  part(path, part, value, debug) {
    if (value === undefined) return this.differ(path, "field", "is", "is not");
    const { kind } = part;
    if (part.children) {
      this.range(path, part, debug);
      return this.structure(path, part.children, value);
    }
    if (part.rows) return this.rows(path, part, value, debug);
    this.range(path, part, debug);
    if (kind === "packed") return this.packed(path, part, value);
    if (kind === "shared") {
      this.fields++;
      const raw = this.bytes.subarray(part.offset, part.offset + part.length);
      return this.same(path, "bytes", part.value, Buffer.from(raw).toString("hex"));
    }
    if (kind === "bytes") {
      this.fields++;
      return this.same(path, "value", part.value, Buffer.from(value).toString("hex"));
    }
    if (kind === "text" || kind === "cstring") {
      this.fields++;
      const raw = this.bytes.subarray(part.offset, part.offset + part.length - (kind === "cstring" ? 1 : 0));
      const ours = part.hex === undefined ? Buffer.from(part.value, "utf8") : Buffer.from(part.hex, "hex");
      this.same(path, "bytes", ours.toString("hex"), Buffer.from(raw).toString("hex"));
      const theirs = typeof value === "string" ? value : Buffer.from(value).toString("utf8");
      return this.same(path, "text", new TextDecoder("utf-8", { ignoreBOM: true }).decode(raw), theirs);
    }
    const [a, b] = [flatten(part.value), this.scalars(value)];
    if (a.length !== b.length) return this.differ(path, "number of values", a.length, b.length);
    a.forEach((number, n) => this.number(path, kind, number, b[n]));
  }

  /** Lists the numbers in a value: a number, an array, bytes or a structure of these. */
  scalars(value, into = []) {
    if (typeof value === "number") into.push(value);
    else if (Array.isArray(value) || value instanceof Uint8Array) for (const one of value) this.scalars(one, into);
    else if (value?._debug) {
      for (const name of Object.keys(value._debug)) if (value[camel(name)] !== undefined) this.scalars(value[camel(name)], into);
    } else into.push(value);
    return into;
  }

  rows(path, part, value, debug) {
    if (value.length !== part.count) return this.differ(path, "number", part.count, value.length);
    const size = part.count ? part.length / part.count : 0;
    const kinds = part.columns ? part.columns.flatMap(columnKinds) : [part.kind];
    const names = part.columns?.map((column) => column.name).join();
    part.rows.forEach((row, n) => {
      const at = `${path}[${n}]`;
      const where = debug.arr?.[n];
      if (where) this.range(at, { offset: part.offset + n * size, length: size }, where);
      else if (n === 0) this.range(path, part, debug);
      if (names && value[n]._debug) {
        const theirs = Object.keys(value[n]._debug).filter((name) => value[n][camel(name)] !== undefined);
        this.same(at, "fields", names, theirs.map(snake).join());
      }
      const [a, b] = [flatten(row), this.scalars(value[n])];
      if (a.length !== b.length) return this.differ(at, "number of values", a.length, b.length);
      a.forEach((number, m) => this.number(at, kinds.length === 1 ? kinds[0] : kinds[m], number, b[m]));
    });
  }

  packed(path, part, value) {
    const theirs = value.unpacked;
    this.same(path, "unpacked bytes", part.unpacked.length, theirs.length);
    const io = new DataView(theirs.buffer, theirs.byteOffset, theirs.byteLength);
    let at = 0;
    const kinds = part.unpacked.columns ? part.unpacked.columns.flatMap(columnKinds) : [part.unpacked.kind];
    for (const row of part.unpacked.rows) {
      flatten(row).forEach((number, m) => {
        const kind = (kinds.length === 1 ? kinds[0] : kinds[m]).replace(/\[.*/, "");
        const [get, size] = READ[kind];
        this.number(path, kind, number, get(io, at));
        at += size;
      });
    }
    this.same(path, "length of rows", at, theirs.length);
  }
}

/** Parts of BMD that are bytes between and over structures. */
const UNCLAIMED = new Set(["gaps", "overlap"]);

/** How numbers of each kind are read. */
const READ = {
  u8: [(io, at) => io.getUint8(at), 1],
  u16: [(io, at) => io.getUint16(at, true), 2],
  i16: [(io, at) => io.getInt16(at, true), 2],
  u32: [(io, at) => io.getUint32(at, true), 4],
  i32: [(io, at) => io.getInt32(at, true), 4],
  f32: [(io, at) => io.getFloat32(at, true), 4],
};

/** The kinds of the numbers in a column, one for each. */
function columnKinds({ kind, columns }) {
  if (columns) return columns.flatMap(columnKinds);
  const [, one, count] = /^(\w+?)(?:\[(\d+)\])?$/.exec(kind);
  return Array(Number(count ?? 1)).fill(one);
}

const cached = (make) => {
  const known = new Map();
  return (name) => known.get(name) ?? (known.set(name, make(name)), known.get(name));
};
const camel = cached((name) => name.replace(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase()));
const snake = cached((name) => name.replace(/[A-Z]/g, (letter) => "_" + letter.toLowerCase()));

/** Reads a file with the parser of a specification. */
function read(format, bytes, parameters) {
  // The whole file, and nothing of the buffer around it.
  const io = new KaitaiStream(Uint8Array.from(bytes).buffer, 0);
  const root = new (classes.get(format))(io, null, null, ...parameters);
  root._read();
  // What the specification reads on demand is read, too.
  for (const name of getters(root)) {
    void root[name];
  }
  for (const list of Object.values(root)) {
    if (Array.isArray(list)) for (const one of list) if (one && typeof one === "object" && "data" in one) void one.data;
  }
  return root;
}

const getters = (object) =>
  Object.entries(Object.getOwnPropertyDescriptors(Object.getPrototypeOf(object))).filter(([, of]) => of.get).map(([name]) => name);

function compare({ format, file, dump, parameters }) {
  const bytes = readFileSync(file);
  const tries = parameters ?? [[]];
  let root, error;
  for (const one of tries) {
    try {
      root = read(format, bytes, one);
      // Of several ways the right one leaves nothing.
      if (tries.length === 1 || root.trailing.length === 0) break;
      [root, error] = [undefined, "bytes are left over"];
    } catch (caught) {
      error = String(caught?.message ?? caught).split("\n")[0];
    }
  }
  if (dump === null) return { refused: root ? null : error, fields: 0, count: 0, differences: [] };
  if (!root) return { refused: error, fields: 0, count: 1, differences: [`refused there: ${error}`] };
  const ours = JSON.parse(readFileSync(dump, "utf8"));
  const comparison = new Comparison(bytes);
  comparison.structure("", ours.children, root);
  const { fields, count, differences } = comparison;
  return { refused: null, fields, count, differences };
}

const log = console.log;
for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line);
  const answer = asked.compile ? await compile(asked.compile) : compare(asked);
  console.log = log;
  console.log(JSON.stringify(answer));
}
