import type { AlertedIssue } from '../../rules/alert-message.ts';
import { listIssues, toContextLine, toFactLine, toIssueLines } from '../alert-text.ts';
import type { HttpFormat } from '../http-channel.ts';
import { breakMentions, escapeHtml, escapeTags } from './escapes.ts';
import { toJsonRequest } from './json-request.ts';

/**
 * Maximum characters of the list of issues. The message that contains the list may have 32,000
 * bytes: https://developers.google.com/workspace/chat/create-messages
 */
const ISSUES_LENGTH = 8000;

/**
 * Formats messages as cards:
 * https://developers.google.com/workspace/chat/api/reference/rest/v1/cards. Google Chat reads the
 * card's paragraphs as HTML. Mentions work only in a message's `text`, which these messages do not
 * have.
 */
export const googleChat: HttpFormat = {
  goneStatuses: [404],
  toRequest(message, { address = '' }) {
    const { id, title, lines, url } = message;
    const texts = [...lines.map(toText), ...listIssues(message, ISSUES_LENGTH, toPiece)];
    const open = { text: 'Open in Errata', onClick: { openLink: { url } } };
    const card = {
      header: { title, subtitle: toContextLine(message) },
      sections: [
        {
          widgets: [
            ...texts.map((text) => ({ textParagraph: { text } })),
            { buttonList: { buttons: [open] } },
          ],
        },
      ],
    };
    return toJsonRequest(address, { fallbackText: title, cardsV2: [{ cardId: id, card }] });
  },
};

function toPiece(issue: AlertedIssue): string {
  const link = `<a href="${escapeHtml(issue.url)}">${escapeTags(issue.shortId)}</a>`;
  return [`${link} ${toText(toFactLine(issue))}`, ...toIssueLines(issue).map(toText)].join('<br>');
}

function toText(text: string): string {
  return escapeTags(breakMentions(text));
}
