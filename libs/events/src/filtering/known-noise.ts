import type { JsonObject } from '../json/shape.ts';
import { isFromBrowser, listEventTexts, listStacks, type EventText } from './sent-facts.ts';

/**
 * Chrome's old and new wording of https://www.w3.org/TR/resize-observer/#deliver-resize-error. The
 * error is harmless: the observer continues with the next frame.
 */
const RESIZE_OBSERVER =
  /\bResizeObserver loop (?:limit exceeded|completed with undelivered notifications)/i;

/** Browsers report only `Script error.` to a page when a script from another origin fails. */
const SCRIPT_ERROR = /^(?:uncaught )?script error\.?$/i;

/**
 * Messages of browsers for aborted requests and view transitions, for example when the user leaves
 * the page. Other aborts, such as those of IndexedDB or push registration, have other messages.
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

/** True for browser errors that every site gets and no developer can fix. */
export function isKnownNoise(event: JsonObject): boolean {
  if (!isFromBrowser(event)) return false;
  const said = listEventTexts(event);
  if (said.some(({ value }) => RESIZE_OBSERVER.test(value)) || said.some(isAbort)) return true;
  return said.some(({ value }) => SCRIPT_ERROR.test(value)) && listStacks(event).length === 0;
}

function isAbort({ type, value }: EventText): boolean {
  const [, named, words = value] = /^(?:Uncaught )?(AbortError): (.*)$/.exec(value) ?? [];
  if (type !== 'AbortError' && named === undefined) return false;
  const text = words.toLowerCase().replace(/^failed to execute '\w+' on '\w+': /, '');
  return ABORTED.has(text.replace(/[.\s]+$/, ''));
}
