// Parts of the paths of files.

/** Returns the folder of a file, with the slash at its end; empty for none. */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}

/** Returns the name of a file without its folders. */
export function base(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
}

/** Returns the name of a file as images are looked for: whatever its extension and the case of its letters. */
export function bare(name: string): string {
  return name.replace(/\.[^.]*$/, "").toLowerCase();
}

/** Returns the extension of a path, in small letters. */
export function extension(path: string): string {
  return /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
}

export function isGltf({ path }: { path: string }): boolean {
  return /\.gl(b|tf)$/i.test(path);
}
