import {
  clientErrorText,
  documentPayloadId,
  documentRootId,
  earlyClicksName,
  mergeHeads,
  toPayloadScript,
} from '#shared';
import type { DocumentPayload, MergedHead } from '#shared';
import { escapeHtml } from '../head/escape-html.ts';

export interface DocumentParts {
  readonly payload: DocumentPayload;
  readonly styles: readonly string[];
  readonly modulePreloads: readonly string[];
  readonly script: string;
  readonly nonce: string;
  readonly icon?: string;
  readonly trace: Readonly<Record<string, string>>;
  /** Address at which the page is sent whole and not streamed, for readers without scripts. */
  readonly wholeAddress?: string;
  readonly canonicalAddress?: string;
}

export interface DocumentFrame {
  readonly start: string;
  readonly afterTree: string;
  readonly end: string;
}

/**
 * Returns the HTML before and after React's tree. The entry script is async and follows the payload
 * that it reads, so a streamed document becomes interactive before it ends.
 */
export function toDocumentFrame(parts: DocumentParts): DocumentFrame {
  const { payload, script, nonce } = parts;
  const head = mergeHeads(payload.page.segments, payload.applicationName);
  return {
    start: `<!doctype html><html lang="${escapeHtml(head.lang)}"><head>${toHead(parts, head)}</head><body><div id="${documentRootId}">`,
    afterTree:
      `</div><script type="application/json" id="${documentPayloadId}">${toPayloadScript(payload)}</script>` +
      `<script type="module" async src="${escapeHtml(script)}" nonce="${nonce}"></script>`,
    end: '</body></html>',
  };
}

function toHead(
  { payload, nonce, ...parts }: DocumentParts,
  { title, elements }: MergedHead,
): string {
  const isNamed = elements.some((each) => each.includes('rel="canonical"'));
  return [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(title)}</title>`,
    ...elements,
    ...Object.entries(parts.trace).map(([name, content]) => toMeta(name, content)),
    // The script precedes the stylesheets, because browsers delay a script that follows a
    // stylesheet.
    `<script nonce="${nonce}">${toEarlyScript(payload.texts?.failed)}</script>`,
    parts.canonicalAddress === undefined || isNamed
      ? ''
      : `<link data-head="" rel="canonical" href="${escapeHtml(parts.canonicalAddress)}">`,
    parts.icon ? `<link rel="icon" href="${escapeHtml(parts.icon)}" type="image/svg+xml">` : '',
    ...parts.styles.map((href) => toLink('stylesheet', href)),
    ...[parts.script, ...parts.modulePreloads].map((href) => toLink('modulepreload', href)),
    parts.wholeAddress === undefined ? '' : toRefresh(parts.wholeAddress),
  ].join('');
}

function toRefresh(address: string): string {
  return `<noscript><meta http-equiv="refresh" content="0;url=${escapeHtml(address)}"></noscript>`;
}

function toLink(rel: string, href: string): string {
  return `<link rel="${rel}" href="${escapeHtml(href)}">`;
}

function toMeta(name: string, content: string): string {
  return `<meta name="${escapeHtml(name)}" content="${escapeHtml(content)}">`;
}

/**
 * Runs in a document until the entry script has loaded. Every document contains this script, so it
 * is as short as possible.
 *
 * - Records clicks on buttons that do nothing without scripts (`EarlyClicks`). Buttons that
 *   submit a form, open a popover or command another element work without scripts. The clicked
 *   button is the nearest one around the event's target, because HTML allows no interactive
 *   elements inside a button.
 * - Drops a second press of the button that has sent a form, for 10 s. The browser is about to leave,
 *   and the loaded scripts would send the form beside it.
 * - Shows the product's sentence `failed` and the fixed one when a script of the build fails to load or throws while loading. The
 *   loaded scripts show later errors.
 */
export function toEarlyScript(failed?: string): string {
  return (
    `{let t=[],m=${toPayloadScript(clientErrorText)},s=new WeakMap,` +
    'c=["click",e=>{' +
    'let b=e.target.closest?.("button:not([popovertarget],[commandfor])");' +
    'e.defaultPrevented||b&&(b.type=="button"||!b.form)&&t.push(e.target)' +
    '},!0],f=["error",e=>{' +
    String.raw`/\/assets\/.+\.js/.test(e.target.src||e.filename)&&(removeEventListener(...f),` +
    'document.getElementById("root").before(Object.assign(document.createElement("p"),' +
    `{role:"alert",textContent:${toPayloadScript(failed ? `${failed} ` : '')}+m})))` +
    '},!0];addEventListener(...c);addEventListener(...f);' +
    'addEventListener("submit",e=>{1e4>e.timeStamp-s.get(e.submitter)' +
    '&&(e.preventDefault(),e.stopPropagation())},!0);' +
    'addEventListener("submit",e=>{let b=e.submitter;b&&!e.defaultPrevented' +
    '&&/^post$/i.test(e.target.getAttribute("method"))&&s.set(b,e.timeStamp)});' +
    'for(let n of["pagehide","input"])addEventListener(n,()=>{s=new WeakMap},!0);' +
    'addEventListener("keydown",e=>{e.key=="Escape"&&(s=new WeakMap)},!0);' +
    `${earlyClicksName}={targets:t,failed:m,note:c[1],stop(){removeEventListener(...c);removeEventListener(...f)}}}`
  );
}
