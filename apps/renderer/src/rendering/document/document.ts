import { documentPayloadId, documentRootId, mergeHeads, toPayloadScript } from '#shared';
import type { DocumentPayload } from '#shared';
import { escapeHtml } from '../head/escape-html.ts';
import { earlyScript } from './early-script.ts';

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
  return {
    start: `<!doctype html><html lang="en"><head>${toHead(parts)}</head><body><div id="${documentRootId}">`,
    afterTree:
      `</div><script type="application/json" id="${documentPayloadId}">${toPayloadScript(payload)}</script>` +
      `<script type="module" async src="${escapeHtml(script)}" nonce="${nonce}"></script>`,
    end: '</body></html>',
  };
}

function toHead({ payload, nonce, ...parts }: DocumentParts): string {
  const { title, elements } = mergeHeads(payload.page, payload.applicationName);
  const isNamed = elements.some((each) => each.includes('rel="canonical"'));
  return [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(title)}</title>`,
    ...elements,
    ...Object.entries(parts.trace).map(([name, content]) => toMeta(name, content)),
    // The script precedes the stylesheets, because browsers delay a script that follows a
    // stylesheet.
    `<script nonce="${nonce}">${earlyScript}</script>`,
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
