import type { StackFrame } from '#shared';

/** `src/cart/total.ts:42:17`; the module where no file is known. */
export function formatLocation(frame: StackFrame): string {
  const place = frame.filename ?? frame.absPath ?? frame.module ?? '<unknown>';
  return [place, frame.line, frame.line === undefined ? undefined : frame.column]
    .filter((part) => part !== undefined)
    .join(':');
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

export function formatFunction(frame: StackFrame): string {
  return frame.function === undefined || frame.function === '' ? '<anonymous>' : frame.function;
}
