import { type JsonObject, readObject } from '../json/shape.ts';
import { isFromBrowser, listSaid, listStacks, readSource } from './sent-facts.ts';

/**
 * Schemes of extensions, by browser: https://developer.chrome.com/docs/extensions (also Edge and Opera), MDN's WebExtensions
 * (Firefox), Apple's Safari Web Extensions. WebKit shows pages `webkit-masked-url://hidden/` for scripts of extensions.
 */
const EXTENSION =
  /^(?:chrome-extension|moz-extension|ms-browser-extension|safari-extension|safari-web-extension|webkit-masked-url)(?::|$)/i;

/** What the messaging of Chrome's extensions says when one was updated or removed under a page. Pages cannot call it. */
const MESSAGING = [
  'extension context invalidated',
  'could not establish connection. receiving end does not exist',
  'the message port closed before a response was received',
  'a listener indicated an asynchronous response by returning true, but the message channel closed',
];

/**
 * Whether an extension of the visitor's browser failed, not the page: the code that threw is the extension's, in each
 * exception that says where, or the message is one of the extensions' own. What a page threw while an extension called it is
 * the page's.
 */
export function isOfExtension(event: JsonObject): boolean {
  if (!isFromBrowser(event)) return false;
  const stacks = listStacks(event)
    .map(findThrowing)
    .filter((source) => source !== undefined);
  if (stacks.length > 0) return stacks.every((source) => EXTENSION.test(source));
  return isBlocked(event) || listSaid(event).some(({ value }) => isMessaging(value));
}

/** The innermost call that says where its code is from: calls of the browser itself do not. */
function findThrowing(frames: readonly JsonObject[]): string | undefined {
  return frames
    .map(readSource)
    .findLast((source) => source !== undefined && !/^(?:\[?native|<anonymous>)/i.test(source));
}

/** The policy of the page kept an extension out. */
function isBlocked(event: JsonObject): boolean {
  const blocked = readObject(event['tags'])?.['blocked-uri'];
  return event['logger'] === 'CSP' && typeof blocked === 'string' && EXTENSION.test(blocked);
}

function isMessaging(value: string): boolean {
  const text = value.toLowerCase();
  return MESSAGING.some((message) => text.includes(message));
}
