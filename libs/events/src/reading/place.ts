import type { StackFrame } from '#shared';
import { withoutReleaseFolder } from './release-folder.ts';

const MAX_LENGTH = 120;
const MAX_FILE_LENGTH = 60;
/** Three dots: an ellipsis makes every page of a list that has one a string of two bytes a character. */
const CUT = '...';

/** Where a call is, for lists: `function (file:line)`. A long one loses its middle, and never its line. */
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

/** Without the package of a class and without closures: a list has little room, and the file says the rest. */
function toShortName(name: string): string {
  return name
    .replace(/(?:::\{\{closure\}\})+$/, '')
    .replace(/^(?:[a-z_][\w-]*\.)+(?=[A-Z][\w$]*\.)/, '');
}

/** What tells the call's place from others: its file, else what it is of, unless its name says that already. */
function toFile({ function: name, filename, absPath, module, package: image }: StackFrame): string {
  const path = filename ?? absPath;
  if (path !== undefined) return shorten(withoutReleaseFolder(path));
  const owner = module ?? image ?? '';
  return name !== undefined && isSaid(name, owner) ? '' : owner;
}

function isSaid(name: string, owner: string): boolean {
  return name.startsWith(`${owner}.`) || name.startsWith(`${owner} + `) || name.startsWith('0x');
}

/** Of an absolute path or a URL the file and its folder: what comes before is the same in every line. */
function shorten(path: string): string {
  const isAbsolute = /^(?:[a-z][a-z\d+.-]*:|[/\\])/i.test(path);
  const parts = path.split(/[/\\]+/);
  return isAbsolute && parts.length > 3 ? parts.slice(-2).join('/') : path;
}

/** Of a name the end tells most. */
function cutMiddle(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const head = Math.floor((maxLength - CUT.length) / 3);
  const tail = maxLength - CUT.length - head;
  return `${text.slice(0, head)}${CUT}${text.slice(-tail)}`.toWellFormed();
}
