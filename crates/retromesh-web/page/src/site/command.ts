// Names of files in commands that a person copies into a shell.

/** Letters that mean themselves in every shell, in quotes at least. */
const PLAIN = /^[\p{L}\p{M}\p{N}._/@+=, ()[\]&'#~-]+$/u;
/** Those that need no quotes. */
const BARE = /^[\p{L}\p{M}\p{N}._/+=-]+$/u;

/** Writes a path as a word of a command, in quotes where it has blanks; null for one that no quotes make safe in every shell. */
export function word(path: string): string | null {
  if (!PLAIN.test(path)) return null;
  // What begins with a dash would be an option.
  const safe = path.startsWith("-") ? `./${path}` : path;
  return BARE.test(safe) ? safe : `"${safe}"`;
}

/** Returns the folder at the top of a path; empty for none. */
export function topOf(path: string): string {
  return path.includes("/") ? path.slice(0, path.indexOf("/")) : "";
}
