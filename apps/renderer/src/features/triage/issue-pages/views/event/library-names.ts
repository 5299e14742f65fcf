import type { StackFrame } from '#shared';
import { fileOf } from './frame-location.ts';

const NAMES_SAID = 3;

/**
 * Number of characters that a pattern reads, from the end of a path. Senders choose the paths,
 * which may be long.
 */
const LETTERS_READ = 300;

/**
 * Folders of package managers. The capturing group is the name of the library. The greedy `.*`
 * finds the last such folder.
 */
const FOLDERS: readonly RegExp[] = [
  /^.*\bnode_modules\/((?:@[^/]+\/)?[^/]+)\//,
  /^.*\b(?:site|dist)-packages\/([^/]+?)(?:\.py$|\/)/,
  /^.*\/pkg\/mod\/([^@]+)@/,
  /^.*\/registry\/src\/[^/]+\/(.+?)-\d[^/]*\//,
  /^.*\/gems\/([^/]+?)-\d[^/]*\//,
  /^.*\bvendor\/([^/]+\/[^/]+)\//,
  /^.*\/(?:deps|elixir\/lib)\/([^/]+)\//,
  /^.*\/go\/src\/(.+)\/[^/]+$/,
  /^.*\/lib\/(python)\d[\d.]*\//,
];

export function nameLibraries(frames: readonly StackFrame[]): string {
  const names = [...new Set(frames.flatMap((frame) => nameLibrary(frame) ?? []))];
  const said = `${frames.length} library frames`;
  if (names.length === 0) return said;
  const more = names.length > NAMES_SAID ? ` and ${names.length - NAMES_SAID} more` : '';
  return `${said}: ${names.slice(0, NAMES_SAID).join(', ')}${more}`;
}

/** Returns the library of a call: `express`, `node:internal`, `org.springframework`. */
export function nameLibrary({
  filename,
  absPath,
  module,
  package: image,
}: StackFrame): string | undefined {
  for (const path of [absPath, filename]) {
    const name = path === undefined ? undefined : nameByPath(path.replaceAll('\\', '/'));
    if (name !== undefined) return name;
  }
  if (image !== undefined) return fileOf(image);
  return module === undefined ? undefined : nameByModule(module);
}

function nameByPath(path: string): string | undefined {
  const [builtIn] = /^node:\w+/.exec(path) ?? [];
  if (builtIn !== undefined) return builtIn;
  for (const folder of FOLDERS) {
    const name = folder.exec(path.slice(-LETTERS_READ))?.[1];
    if (name !== undefined) return name;
  }
  // A library that a browser loads is a single file without its own folder.
  return /^https?:\/\/.*\/([^/?#]+)/.exec(path)?.[1];
}

function nameByModule(module: string): string | undefined {
  if (/[/\\]/.test(module)) return undefined;
  const [first = '', second] = module.split(/\.|::/);
  const isDomain =
    second !== undefined && /^(?:com|org|net|io|dev|de|co|jakarta|javax)$/.test(first);
  return (isDomain ? `${first}.${second}` : first) || undefined;
}
