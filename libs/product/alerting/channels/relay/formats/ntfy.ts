import type { AlertedIssue, AlertMessage } from '../../rules/alert-message.ts';
import { toFactLine, toIssueLines, toShortText } from '../alert-text.ts';
import type { HttpFormat } from '../http-channel.ts';
import { toJsonRequest } from './json-request.ts';

/**
 * Maximum characters of the list of issues. Beyond 4,096 bytes ntfy turns a message into a file:
 * https://docs.ntfy.sh/publish/#limitations
 */
const ISSUES_LENGTH = 1000;

const PRIORITIES: Readonly<Record<AlertMessage['level'], number>> = {
  fatal: 5,
  error: 4,
  warning: 3,
  info: 2,
  debug: 2,
  ok: 3,
};

/**
 * Formats messages as plain text in JSON: https://docs.ntfy.sh/publish/#publish-as-json. The last
 * part of the channel's address is the topic.
 */
export const ntfy: HttpFormat = {
  toRequest(message, { address = '', secret }) {
    const { title, level, url } = message;
    const server = new URL(address);
    const topic = server.pathname.split('/').at(-1) ?? '';
    server.pathname = server.pathname.slice(0, -topic.length);
    const text = toShortText(message, ISSUES_LENGTH, { escape: String, render: toPiece });
    return toJsonRequest(
      server.href,
      { topic, title, message: text || title, priority: PRIORITIES[level], click: url },
      secret === undefined ? {} : { Authorization: `Bearer ${secret}` },
    );
  },
};

function toPiece(issue: AlertedIssue): string {
  return [...toIssueLines(issue), toFactLine(issue)].join('\n');
}
