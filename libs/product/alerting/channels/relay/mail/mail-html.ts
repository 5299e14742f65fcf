import type { AlertedComment, AlertedIssue, AlertMessage } from '../../rules/alert-message.ts';
import { toContextLine, toFactLine, toHeadline, toMoreLine, toPlaceLines } from '../alert-text.ts';
import { escapeHtml } from '../formats/escapes.ts';

/**
 * The console's colours, light and dark. Mail programs that ignore `style` elements show the same
 * content in their own style.
 */
const STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; padding: 16px; background: #fdfcfa; color: #1d1b18; font: 14px/22px system-ui, sans-serif; }
main { max-width: 600px; margin: 0 auto; }
h1 { margin: 0 0 8px; font-size: 18px; line-height: 26px; }
p { margin: 0 0 8px; overflow-wrap: anywhere; }
a { color: #b5301a; }
.issue { margin: 0; padding: 12px 0; border-top: 1px solid #8b857a; }
.issue b { font-weight: 600; }
code { font: 13px/20px ui-monospace, monospace; overflow-wrap: anywhere; }
blockquote { margin: 0 0 8px; padding-left: 12px; border-left: 2px solid #8b857a; overflow-wrap: anywhere; }
pre { margin: 0 0 8px; white-space: pre-wrap; }
.code { display: block; padding: 4px 8px; background: #f4f2ed; }
.quiet { color: #524e47; font-size: 12px; line-height: 18px; }
@media (prefers-color-scheme: dark) {
  body { background: #151412; color: #eeebe5; }
  a { color: #ff8266; }
  .issue, blockquote { border-color: #857f75; }
  .code { background: #1f1d1a; }
  .quiet { color: #bab5ab; }
}`;

export type RenderComment = (text: string) => string;

/** Renders a mail as HTML without pictures, external resources or links to other sites. */
export function toMailHtml(
  message: AlertMessage,
  {
    unsubscribe,
    renderComment,
  }: { unsubscribe?: string | undefined; renderComment: RenderComment },
): string {
  const { title, lines, issues, more, url } = message;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title><style>${STYLE}
</style></head><body><main>
<h1>${toLink(url, title)}</h1>
${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n')}
${issues.map((issue) => toIssueHtml(issue, renderComment)).join('\n')}
${more > 0 ? `<p>${toMoreLine(more)}</p>` : ''}
<p class="quiet">${escapeHtml(toContextLine(message))}${unsubscribe ? ` · ${toLink(unsubscribe, 'Unsubscribe')}` : ''}</p>
</main></body></html>
`;
}

function toIssueHtml(issue: AlertedIssue, renderComment: RenderComment): string {
  const places = toPlaceLines(issue).map((line) => `<code class="code">${escapeHtml(line)}</code>`);
  return `<div class="issue"><p><b>${toLink(issue.url, issue.shortId)}</b> <bdi>${escapeHtml(toHeadline(issue))}</bdi></p>
${(issue.comments ?? []).map((comment) => toCommentHtml(comment, renderComment)).join('\n')}
${places.join('\n')}
<p class="quiet">${escapeHtml(toFactLine(issue))}</p></div>`;
}

function toCommentHtml({ by, text }: AlertedComment, renderComment: RenderComment): string {
  return `<p><b>${escapeHtml(by)}</b></p>\n<blockquote>${renderComment(text)}</blockquote>`;
}

function toLink(address: string, text: string): string {
  return `<a href="${escapeHtml(address)}">${escapeHtml(text)}</a>`;
}
