import type { StackFrame } from '#shared';

/**
 * Returns `src/cart/total.ts:42:17`, or the module or library when no file is known. Returns an
 * empty string when nothing is known.
 */
export function formatLocation(frame: StackFrame): string {
  const place = frame.filename ?? frame.absPath ?? unsaidModule(frame) ?? frame.package ?? '';
  return [place, frame.line, frame.line === undefined ? undefined : frame.column]
    .filter((part) => part !== undefined && part !== '')
    .join(':');
}

/**
 * Returns the module, or undefined when the function's name already begins with it, as in most
 * languages.
 */
function unsaidModule({ function: name = '', module }: StackFrame): string | undefined {
  return module !== undefined && name.startsWith(module) ? undefined : module;
}

const PLACE_LENGTH = 100;

export interface FrameWords {
  readonly name: string;
  /** Empty when the name is the place, or when no place is known. */
  readonly place: string;
  /** Library of a native call: `libc.so.6`. Absent when the name includes it. */
  readonly image?: string;
}

export function toFrameWords(frame: StackFrame): FrameWords {
  const location = formatLocation(frame);
  const place = cutMiddle(location || (frame.isNative ? 'native method' : ''), PLACE_LENGTH);
  const name = frame.function ?? '';
  const image = frame.package === undefined ? undefined : fileOf(frame.package);
  return {
    name: name || place || 'A call without a name',
    place: name === '' ? '' : frame.package === place ? '' : place,
    image: image !== undefined && !name.startsWith(`${image} + `) ? image : undefined,
  };
}

export function fileOf(path: string): string {
  return path.split(/[/\\]/).at(-1) || path;
}

/**
 * Shortens a text to `length` characters. Removes the middle, since the end has the line number.
 */
export function cutMiddle(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = Math.ceil((length - 1) * (2 / 3));
  const start = text.slice(0, length - 1 - end).replace(/[\ud800-\udbff]$/, '');
  return `${start}…${text.slice(-end).replace(/^[\udc00-\udfff]/, '')}`;
}

const SHORT_LENGTH = 34;

/**
 * Returns the end of the location, which is its most useful part: `…/cart/total.ts:42:17`. The
 * result is never longer than a phone's line.
 */
export function formatShortLocation(frame: StackFrame): string {
  const location = formatLocation(frame);
  if (location.length <= SHORT_LENGTH) return location;
  const end = location.slice(1 - SHORT_LENGTH);
  const firstSlash = end.search(/[/\\]/);
  return `…${firstSlash === -1 ? end : end.slice(firstSlash)}`;
}
