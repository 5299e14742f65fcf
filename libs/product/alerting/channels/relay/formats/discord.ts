import type { AlertedIssue, AlertMessage } from '../../rules/alert-message.ts';
import { toContextLine, toFactLine, toIssueLines, toShortText } from '../alert-text.ts';
import type { HttpFormat } from '../http-channel.ts';
import { escapeDiscord, toMarkdownCode } from './escapes.ts';
import { toJsonRequest } from './json-request.ts';

/**
 * Maximum characters of the list of issues. The description that contains the list may have 4,096:
 * https://discord.com/developers/docs/resources/message#embed-object-embed-limits
 */
const ISSUES_LENGTH = 2600;
const TITLE_LENGTH = 256;

const COLOURS: Readonly<Record<AlertMessage['level'], number>> = {
  fatal: 0xb5301a,
  error: 0xb5301a,
  warning: 0xd08b00,
  info: 0x8b857a,
  debug: 0x8b857a,
  ok: 0x3b6336,
};

/** https://discord.com/developers/docs/resources/webhook#execute-webhook */
export const discord: HttpFormat = {
  goneStatuses: [404],
  toRequest(message, { address = '' }) {
    const { title, level, url, atMs } = message;
    const render = { escape: escapeDiscord, render: toPiece };
    const description = toShortText(message, ISSUES_LENGTH, render);
    const embed = {
      // The cut may leave a backslash without the character that it escapes. Discord would show
      // that backslash.
      title: escapeDiscord(title).slice(0, TITLE_LENGTH).replace(/\\$/, ''),
      url,
      description: description.slice(0, 4096),
      color: COLOURS[level],
      footer: { text: toContextLine(message) },
      timestamp: new Date(atMs).toISOString(),
    };
    return toJsonRequest(address, {
      embeds: [embed],
      allowed_mentions: { parse: [] },
    });
  },
};

function toPiece(issue: AlertedIssue): string {
  const code = toIssueLines(issue).join('\n');
  return `[${issue.shortId}](${issue.url}) ${escapeDiscord(toFactLine(issue))}\n${toMarkdownCode(code)}`;
}
