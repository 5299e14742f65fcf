import type { AlertedIssue } from '../../rules/alert-message.ts';
import { toFactLine, toIssueLines, toShortText } from '../alert-text.ts';
import type { HttpFormat } from '../http-channel.ts';
import { breakMentions, escapeHtml, escapeTags } from './escapes.ts';
import { toJsonRequest } from './json-request.ts';

/**
 * Maximum characters of the list of issues. The text that contains the list may have 4,096:
 * https://core.telegram.org/bots/api#sendmessage
 */
const ISSUES_LENGTH = 2500;

/**
 * https://core.telegram.org/bots/api#sendmessage with the parse mode HTML. Telegram turns bare text
 * into links and mentions. Untrusted text is therefore always inside `<code>` or inside a link to
 * Errata.
 */
export const telegram: HttpFormat = {
  // 401: the token is invalid. 403: the bot was blocked or removed. 404: the bot does not exist.
  goneStatuses: [401, 403, 404],
  findRetryAfterMs,
  toRequest(message, { address = '', secret = '', recipients = [] }) {
    const { title, url } = message;
    const short = toShortText(message, ISSUES_LENGTH, { escape: toCode, render: toPiece });
    const text = [`<b>${toLink(url, title)}</b>`, ...(short === '' ? [] : [short])].join('\n');
    return toJsonRequest(`${address.replace(/\/$/, '')}/bot${secret}/sendMessage`, {
      chat_id: recipients[0],
      text,
      parse_mode: 'HTML',
      link_preview_options: { is_disabled: true },
    });
  },
};

function toPiece(issue: AlertedIssue): string {
  return [
    `${toLink(issue.url, issue.shortId)} ${toCode(toFactLine(issue))}`,
    ...toIssueLines(issue).map(toCode),
  ].join('\n');
}

function toLink(url: string, text: string): string {
  return `<a href="${escapeHtml(url)}">${escapeTags(breakMentions(text))}</a>`;
}

function toCode(text: string): string {
  return `<code>${escapeTags(breakMentions(text))}</code>`;
}

/** https://core.telegram.org/bots/api#responseparameters */
function findRetryAfterMs(body: string): number | undefined {
  const seconds = /"retry_after"\s*:\s*(\d{1,6})/.exec(body)?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}
