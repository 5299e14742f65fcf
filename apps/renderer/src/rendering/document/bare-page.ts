import { escapeHtml } from '../head/escape-html.ts';
import type { Outcome } from '../outcomes/outcome.ts';

export interface BarePageParts {
  readonly trace: Readonly<Record<string, string>>;
  /** Stack of the error. Present only in development, where a view may fail to compile. */
  readonly stack?: string;
}

/** Renders an outcome without a view, for the case that even the error view fails. */
export function toBarePage({ detail, fault }: Outcome, { trace, stack }: BarePageParts): string {
  const lines = [detail, ...(fault ? [`Digest: ${fault.digest}`] : [])];
  const metas = Object.entries(trace)
    .map(([name, content]) => `<meta name="${name}" content="${escapeHtml(content)}">`)
    .join('');
  const body = lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('');
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="robots" content="noindex">' +
    metas +
    `<title>Error</title></head><body><main>${body}${stack === undefined ? '' : `<pre>${escapeHtml(stack)}</pre>`}</main></body></html>`
  );
}
