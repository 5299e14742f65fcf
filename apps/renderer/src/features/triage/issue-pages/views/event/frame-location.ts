import type { StackFrame } from '#shared';

/** `src/cart/total.ts:42:17`; the module or the library where no file is known. Empty where nothing is. */
export function formatLocation(frame: StackFrame): string {
  const place = frame.filename ?? frame.absPath ?? unsaidModule(frame) ?? frame.package ?? '';
  return [place, frame.line, frame.line === undefined ? undefined : frame.column]
    .filter((part) => part !== undefined && part !== '')
    .join(':');
}

/** Most languages write the module with the call. */
function unsaidModule({ function: name = '', module }: StackFrame): string | undefined {
  return module !== undefined && name.startsWith(module) ? undefined : module;
}

/** Beside a call on a wide page. */
const PLACE_LENGTH = 100;

/** How a call is told: what is known of its name, its place and the library it is of. */
export interface FrameWords {
  readonly name: string;
  /** Empty where the name is the place, or none is known. */
  readonly place: string;
  /** Of a native call: `libc.so.6`, unless its name says it. */
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
    ...(image !== undefined && !name.startsWith(`${image} + `) && { image }),
  };
}

/** Without its folders: those of a library are long and say nothing. */
export function fileOf(path: string): string {
  return path.split(/[/\\]/).at(-1) || path;
}

/** A text of at most `length` characters: what is too long loses its middle, so that the line stays. */
export function cutMiddle(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = Math.ceil((length - 1) * (2 / 3));
  const start = text.slice(0, length - 1 - end).replace(/[\ud800-\udbff]$/, '');
  return `${start}…${text.slice(-end).replace(/^[\udc00-\udfff]/, '')}`;
}

/** Fits beside a function's name on a phone, in the monospaced face. */
const SHORT_LENGTH = 34;

/** The end of the location, which tells: `…/cart/total.ts:42:17`. Never longer than a phone's line. */
export function formatShortLocation(frame: StackFrame): string {
  const location = formatLocation(frame);
  if (location.length <= SHORT_LENGTH) return location;
  const end = location.slice(1 - SHORT_LENGTH);
  const firstSlash = end.search(/[/\\]/);
  return `…${firstSlash === -1 ? end : end.slice(firstSlash)}`;
}
