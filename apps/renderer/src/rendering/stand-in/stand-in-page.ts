import { createHash } from 'node:crypto';
import { escapeHtml } from '../head/escape-html.ts';

export const RETRY_AFTER_S = 5;

const STYLE =
  ':root{color-scheme:light dark}body{margin:0;padding:4rem 1.5rem;font:1rem/1.5 system-ui,sans-serif}' +
  'main{max-width:36rem;margin:auto}h1{font-size:1.25rem;font-weight:600}';

export const standInPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

export interface StandInText {
  readonly name: string;
  readonly kept?: string | undefined;
  readonly isChange: boolean;
}

export function toStandInSentences({ name, kept, isChange }: StandInText): string[] {
  return [
    `${name} waits for its database, which does not answer or is being upgraded.`,
    ...(kept === undefined ? [] : [kept]),
    isChange
      ? 'Your request was not carried out. Go back and send it again later.'
      : `This page tries again every ${RETRY_AFTER_S} seconds.`,
  ];
}

export function toStandInPage(text: StandInText): string {
  const title = `${text.name} is waiting`;
  const refresh = text.isChange ? '' : `<meta http-equiv="refresh" content="${RETRY_AFTER_S}">`;
  const sentences = toStandInSentences(text).map((line) => `<p>${escapeHtml(line)}</p>`);
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">' +
    `${refresh}<title>${escapeHtml(title)}</title><style>${STYLE}</style></head>` +
    `<body><main><h1>${escapeHtml(title)}</h1>${sentences.join('')}</main></body></html>`
  );
}
