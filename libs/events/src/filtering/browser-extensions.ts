import { type JsonObject, readObject } from '../json/shape.ts';
import { isFromBrowser, listEventTexts, listStacks, readSource } from './sent-facts.ts';

/**
 * URL schemes of browser extensions. Sources: https://developer.chrome.com/docs/extensions (also
 * Edge and Opera), MDN's WebExtensions (Firefox), Apple's Safari Web Extensions. WebKit replaces
 * the URLs of extension scripts by `webkit-masked-url://hidden/`.
 */
const EXTENSION =
  /^(?:chrome-extension|moz-extension|ms-browser-extension|safari-extension|safari-web-extension|webkit-masked-url)(?::|$)/i;

/**
 * Messages of Chrome's extension API when an extension is updated or removed while a page is open.
 * Pages cannot call this API.
 */
const MESSAGING = [
  'extension context invalidated',
  'could not establish connection. receiving end does not exist',
  'the message port closed before a response was received',
  'invalid call to runtime.sendmessage(). tab not found',
  'a listener indicated an asynchronous response by returning true, but the message channel closed',
];

/**
 * True when every exception whose source is known comes from extension code. When no source is
 * known, true when only extensions produce the message. An error counts as the page's when the
 * page's code threw it, even if an extension called that code.
 */
export function isOfExtension(event: JsonObject): boolean {
  if (!isFromBrowser(event)) return false;
  const stacks = listStacks(event)
    .map(findThrowing)
    .filter((source) => source !== undefined);
  if (stacks.length > 0) return stacks.every((source) => EXTENSION.test(source));
  return isBlocked(event) || listEventTexts(event).some(({ value }) => isMessaging(value));
}

function findThrowing(frames: readonly JsonObject[]): string | undefined {
  return frames
    .map(readSource)
    .findLast((source) => source !== undefined && !/^(?:\[?native|<anonymous>)/i.test(source));
}

function isBlocked(event: JsonObject): boolean {
  const blocked = readObject(event['tags'])?.['blocked-uri'];
  return event['logger'] === 'CSP' && typeof blocked === 'string' && EXTENSION.test(blocked);
}

function isMessaging(value: string): boolean {
  const text = value.toLowerCase();
  return MESSAGING.some((message) => text.includes(message));
}
