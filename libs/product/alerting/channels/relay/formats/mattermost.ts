import type { AlertedIssue } from '../../rules/alert-message.ts';
import { listIssues, toFactLine, toIssueLines } from '../alert-text.ts';
import type { HttpFormat } from '../http-channel.ts';
import { escapeMattermost, toMarkdownCode } from './escapes.ts';
import { toJsonRequest } from './json-request.ts';

/**
 * Maximum characters of the list of issues. The post that contains the list may have 16,383:
 * https://developers.mattermost.com/integrate/webhooks/incoming/
 */
const ISSUES_LENGTH = 4000;

export const mattermost: HttpFormat = {
  toRequest(message, { address = '' }) {
    const { title, lines, url } = message;
    const text = [
      `**[${escapeMattermost(title)}](${url})**`,
      ...lines.map(escapeMattermost),
      ...listIssues(message, ISSUES_LENGTH, toPiece),
    ].join('\n');
    return toJsonRequest(address, { text });
  },
};

function toPiece(issue: AlertedIssue): string {
  const code = toIssueLines(issue).join('\n');
  return `[${issue.shortId}](${issue.url}) ${escapeMattermost(toFactLine(issue))}\n${toMarkdownCode(code)}`;
}
