import type { AlertedComment, AlertedIssue, AlertMessage } from '../../rules/alert-message.ts';
import { toContextLine, toFactLine, toHeadline, toMoreLine, toPlaceLines } from '../alert-text.ts';

export function toMailText(message: AlertMessage, unsubscribe?: string): string {
  const { title, lines, issues, more, url } = message;
  return [
    [title, ...lines].join('\n'),
    ...issues.map(toIssueText),
    ...(more > 0 ? [toMoreLine(more)] : []),
    url,
    ['-- ', toContextLine(message), ...(unsubscribe ? [`Unsubscribe: ${unsubscribe}`] : [])].join(
      '\n',
    ),
  ].join('\n\n');
}

function toIssueText(issue: AlertedIssue): string {
  const { shortId, url, comments = [] } = issue;
  const places = toPlaceLines(issue).map((line) => `    ${line}`);
  return [
    `${shortId}  ${toHeadline(issue)}`,
    ...comments.map(toCommentText),
    ...places,
    `    ${toFactLine(issue)}`,
    `    ${url}`,
  ].join('\n');
}

/** Quotes every line, so that no line of a comment looks like a part of the mail. */
function toCommentText({ by, text }: AlertedComment): string {
  return [`    ${by}:`, ...text.split('\n').map((line) => `    > ${line}`)].join('\n');
}
