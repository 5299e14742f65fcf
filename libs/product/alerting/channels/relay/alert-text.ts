import { formatUtc, toIssueTitle, toShownType } from '#shared';
import type { AlertedComment, AlertedIssue, AlertMessage } from '../rules/alert-message.ts';

const UNSEEN = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\p{Cs}\u200B\u2060\uFEFF]/gu;

export function toLine(text: string, length: number): string {
  const line = text.replaceAll(UNSEEN, ' ').replaceAll(/\s+/g, ' ').trim();
  if (line.length <= length) return line;
  // A high surrogate without its other half would be shown as a broken character.
  const start = line.slice(0, length - 1).replace(/\p{Cs}$/u, '');
  return `${start.trimEnd()}…`;
}

/**
 * Shortens every text to one line, because senders of events choose much of these texts.
 * `messageLength` bounds what issues say.
 */
export function cleanMessage(message: AlertMessage, messageLength = 500): AlertMessage {
  const { project } = message;
  return {
    ...message,
    title: toLine(message.title, 200),
    lines: message.lines.slice(0, 10).map((line) => toLine(line, 500)),
    ...(project ? { project: { slug: project.slug, name: toLine(project.name, 100) } } : {}),
    issues: message.issues.slice(0, 20).map((issue) => cleanIssue(issue, messageLength)),
  };
}

function cleanIssue(issue: AlertedIssue, messageLength: number): AlertedIssue {
  const { code, environment, release, comments } = issue;
  return {
    ...issue,
    shortId: toLine(issue.shortId, 80),
    reason: toLine(issue.reason, 200),
    type: toLine(issue.type, 200),
    message: toLine(issue.message, messageLength),
    place: toLine(issue.place, 300),
    ...(code
      ? { code: { file: toLine(code.file, 300), line: code.line, text: toLine(code.text, 300) } }
      : {}),
    ...(environment === undefined ? {} : { environment: toLine(environment, 64) }),
    ...(release === undefined ? {} : { release: toLine(release, 200) }),
    ...(comments ? { comments: comments.map(cleanComment) } : {}),
  };
}

function cleanComment({ by, text }: AlertedComment): AlertedComment {
  const lines = text.split(/\r\n?|\n/).map((line) => line.replaceAll(UNSEEN, ' '));
  return { by: toLine(by, 100), text: lines.join('\n') };
}

export function toHeadline({ type, message }: AlertedIssue): string {
  return toIssueTitle({ type, value: message });
}

/** Lists the headline and what `toPlaceLines` says. */
export function toIssueLines(issue: AlertedIssue): string[] {
  return [toHeadline(issue), ...toPlaceLines(issue)];
}

/** Lists the full type (when the headline shortens it), the place, and the line of code. */
export function toPlaceLines({ type, place, code }: AlertedIssue): string[] {
  const at = code ? `${code.file}:${code.line}  ${code.text}` : '';
  return [toShownType(type) === type ? '' : type, place, at].filter((line) => line !== '');
}

export function toFactLine(issue: AlertedIssue): string {
  const { reason, environment, release, events, users, firstSeenMs } = issue;
  return [
    reason,
    `${events} ${events === 1 ? 'event' : 'events'}`,
    `${users || '–'} ${users === 1 ? 'user' : 'users'}`,
    `since ${formatUtc(firstSeenMs)}`,
    environment,
    release,
  ]
    .filter((part) => part !== undefined && part !== '')
    .join(' · ');
}

export function toContextLine({ project }: AlertMessage): string {
  return project ? `Errata · ${project.name}` : 'Errata';
}

/** Shortens issues so that at least one fits into the message limit of every service. */
function shortenIssues(message: AlertMessage): AlertMessage {
  return { ...message, issues: message.issues.map(shortenIssue) };
}

function shortenIssue(issue: AlertedIssue): AlertedIssue {
  const { type, message, place, code, reason, release } = issue;
  return {
    ...issue,
    reason: toLine(reason, 80),
    type: toLine(type, 80),
    message: toLine(message, 200),
    place: toLine(place, 120),
    ...(code
      ? { code: { file: toLine(code.file, 80), line: code.line, text: toLine(code.text, 120) } }
      : {}),
    ...(release === undefined ? {} : { release: toLine(release, 60) }),
  };
}

/**
 * Renders as many issues as fit into `maxLength`, at least the first. `more` counts the other
 * issues, also those that the message itself left out.
 */
export function fitIssues(
  { issues, more }: AlertMessage,
  maxLength: number,
  render: (issue: AlertedIssue) => string,
): { readonly pieces: readonly string[]; readonly more: number } {
  const pieces: string[] = [];
  let length = 0;
  for (const issue of issues) {
    const piece = render(issue);
    length += piece.length + 2;
    if (length > maxLength && pieces.length > 0) break;
    pieces.push(piece);
  }
  return { pieces, more: more + issues.length - pieces.length };
}

/** Renders the issues that fit, and says how many others there are. */
export function listIssues(...fitted: Parameters<typeof fitIssues>): string[] {
  const { pieces, more } = fitIssues(...fitted);
  return [...pieces, ...(more > 0 ? [toMoreLine(more)] : [])];
}

/** Renders three lines and the issues that fit, all of them shortened. */
export function toShortText(
  message: AlertMessage,
  maxLength: number,
  { escape, render }: { escape: (line: string) => string; render: (issue: AlertedIssue) => string },
): string {
  const lines = message.lines.slice(0, 3).map((line) => escape(line.slice(0, 150)));
  return [...lines, ...listIssues(shortenIssues(message), maxLength, render)].join('\n');
}

export function toMoreLine(more: number): string {
  return `and ${more} more`;
}
