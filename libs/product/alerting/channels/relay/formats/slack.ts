import type { AlertedIssue } from '../../rules/alert-message.ts';
import { toContextLine, toFactLine, toIssueLines, toLine, toMoreLine } from '../alert-text.ts';
import type { HttpFormat } from '../http-channel.ts';
import { breakMentions, escapeTags } from './escapes.ts';
import { toJsonRequest } from './json-request.ts';

/** Characters in a header: https://docs.slack.dev/reference/block-kit/blocks/header-block/ */
const HEADER_LENGTH = 150;

/**
 * https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks/. Untrusted texts have
 * the type `plain_text`, in which Slack reads no markup.
 */
export const slack: HttpFormat = {
  // Slack answers `channel_not_found` or `no_service` with 404.
  goneStatuses: [404],
  toRequest(message, { address = '' }) {
    const { title, lines, issues, more, url } = message;
    const blocks = [
      { type: 'header', text: toPlain(toLine(title, HEADER_LENGTH)) },
      ...lines.map((line) => ({ type: 'section', text: toPlain(line) })),
      ...issues.flatMap(toBlocks),
      ...(more > 0 ? [{ type: 'section', text: toPlain(toMoreLine(more)) }] : []),
      toContext(`<${toLinkAddress(url)}|${escapeTags(toContextLine(message))}>`),
    ];
    // Slack shows `text` on lock screens and reads markup in it.
    return toJsonRequest(address, { text: escapeTags(breakMentions(title)), blocks });
  },
};

function toBlocks(issue: AlertedIssue) {
  const text = toIssueLines(issue).join('\n');
  const link = `<${toLinkAddress(issue.url)}|${escapeTags(issue.shortId)}>`;
  return [
    { type: 'section', text: toPlain(text === '' ? issue.shortId : text) },
    toContext(`${link} ${escapeTags(breakMentions(toFactLine(issue)))}`),
  ];
}

function toPlain(text: string) {
  return { type: 'plain_text', text: text === '' ? '–' : text, emoji: false };
}

function toContext(text: string) {
  return { type: 'context', elements: [{ type: 'mrkdwn', text, verbatim: true }] };
}

function toLinkAddress(url: string): string {
  return escapeTags(url).replaceAll('|', '%7C');
}
