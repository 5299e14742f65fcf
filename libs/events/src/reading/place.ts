import type { StackFrame } from '#shared';
import { withoutReleaseFolder } from './release-folder.ts';

const MAX_LENGTH = 120;
const MAX_FILE_LENGTH = 60;
/** Mark of a cut. A single `…` would make V8 store the whole page with two bytes per character. */
const CUT = '...';

/** Returns `function (file:line)`. Shortens long names in the middle and always keeps the line. */
export function toPlace(frame: StackFrame | undefined): string {
  if (!frame) return '';
  const { line } = frame;
  const name = frame.function && toShortName(frame.function);
  const file = cutMiddle(toFile(frame), MAX_FILE_LENGTH);
  const at = line === undefined ? file : `${file}:${line}`;
  if (name === undefined) return file === '' ? '' : at;
  if (file === '') return `${cutMiddle(name, MAX_LENGTH - 12)}${at}`;
  return `${cutMiddle(name, MAX_LENGTH - at.length - 3)} (${at})`;
}

/**
 * Drops the package before a class and Rust's `{{closure}}` suffixes, because lists have little
 * space.
 */
function toShortName(name: string): string {
  return name
    .replace(/(?:::\{\{closure\}\})+$/, '')
    .replace(/^(?:[a-z_][\w-]*\.)+(?=[A-Z][\w$]*\.)/, '');
}

/**
 * Returns the file, or else the module or image. Returns an empty text when the function's name
 * already begins with that module or image.
 */
function toFile({ function: name, filename, absPath, module, package: image }: StackFrame): string {
  const path = filename ?? absPath;
  if (path !== undefined) return shorten(withoutReleaseFolder(path));
  const owner = module ?? image ?? '';
  return name !== undefined && isSaid(name, owner) ? '' : owner;
}

function isSaid(name: string, owner: string): boolean {
  return name.startsWith(`${owner}.`) || name.startsWith(`${owner} + `) || name.startsWith('0x');
}

function shorten(path: string): string {
  const isAbsolute = /^(?:[a-z][a-z\d+.-]*:|[/\\])/i.test(path);
  const parts = path.split(/[/\\]+/);
  return isAbsolute && parts.length > 3 ? parts.slice(-2).join('/') : path;
}

function cutMiddle(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const head = Math.floor((maxLength - CUT.length) / 3);
  const tail = maxLength - CUT.length - head;
  return `${text.slice(0, head)}${CUT}${text.slice(-tail)}`.toWellFormed();
}
