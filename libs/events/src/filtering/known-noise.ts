import type { JsonObject } from '../json/shape.ts';
import { isFromBrowser, listSaid, listStacks, type Said } from './sent-facts.ts';

/** https://www.w3.org/TR/resize-observer/#deliver-resize-error, and Chrome's older words. The observer goes on with the next frame. */
const RESIZE_OBSERVER =
  /\bResizeObserver loop (?:limit exceeded|completed with undelivered notifications)/i;

/** All that browsers tell a page of an error in a script of another origin. */
const SCRIPT_ERROR = /^(?:uncaught )?script error\.?$/i;

/**
 * What browsers say of a request that was given up, as when its page is left. Other aborts, as of a transaction of IndexedDB
 * or of a push registration, have other words.
 */
const ABORTED: ReadonlySet<string> = new Set([
  'the user aborted a request',
  'signal is aborted without reason',
  'the operation was aborted',
  'fetch is aborted',
  'request signal is aborted',
  'bodystreambuffer was aborted',
  'transition was skipped',
]);

/** Whether it is what everybody has, and nobody can mend. */
export function isKnownNoise(event: JsonObject): boolean {
  if (!isFromBrowser(event)) return false;
  const said = listSaid(event);
  if (said.some(({ value }) => RESIZE_OBSERVER.test(value)) || said.some(isAbort)) return true;
  return said.some(({ value }) => SCRIPT_ERROR.test(value)) && listStacks(event).length === 0;
}

function isAbort({ type, value }: Said): boolean {
  const [, named, words = value] = /^(?:Uncaught )?(AbortError): (.*)$/.exec(value) ?? [];
  if (type !== 'AbortError' && named === undefined) return false;
  const text = words.toLowerCase().replace(/^failed to execute '\w+' on '\w+': /, '');
  return ABORTED.has(text.replace(/[.\s]+$/, ''));
}
