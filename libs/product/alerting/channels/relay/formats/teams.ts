import type { AlertedIssue } from '../../rules/alert-message.ts';
import {
  fitIssues,
  toContextLine,
  toFactLine,
  toHeadline,
  toIssueLines,
  toMoreLine,
  toPlaceLines,
} from '../alert-text.ts';
import type { HttpFormat } from '../http-channel.ts';
import { toJsonRequest } from './json-request.ts';

/**
 * Maximum characters of the list of issues. The message that contains the list may have 28 kB:
 * https://learn.microsoft.com/microsoftteams/limits-specifications-teams
 */
const ISSUES_LENGTH = 10_000;

/**
 * Formats messages as adaptive cards for the workflow "When a Teams webhook request is received".
 * Texts are `TextRun`s, in which Teams reads no Markdown. Mentions work only with a list of the
 * mentioned people, which the card does not have.
 */
export const teams: HttpFormat = {
  toRequest(message, { address = '' }) {
    const { title, lines, url, issues } = message;
    const { pieces, more } = fitIssues(message, ISSUES_LENGTH, toText);
    const content = {
      $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
      type: 'AdaptiveCard',
      version: '1.4',
      msteams: { width: 'Full' },
      fallbackText: title,
      body: [
        toBlock([{ text: title, size: 'Medium', weight: 'Bolder' }]),
        ...lines.map((text) => toBlock([{ text }])),
        ...issues.slice(0, pieces.length).flatMap(toBlocks),
        ...(more > 0 ? [toBlock([{ text: toMoreLine(more) }])] : []),
        toBlock([{ text: toContextLine(message), isSubtle: true, size: 'Small' }]),
      ],
      actions: [{ type: 'Action.OpenUrl', title: 'Open in Errata', url }],
    };
    const attachment = { contentType: 'application/vnd.microsoft.card.adaptive', content };
    return toJsonRequest(address, {
      type: 'message',
      attachments: [{ ...attachment, contentUrl: null }],
    });
  },
};

function toText(issue: AlertedIssue): string {
  return [...toIssueLines(issue), toFactLine(issue), issue.url].join('\n');
}

function toBlocks(issue: AlertedIssue) {
  const { shortId, url } = issue;
  const selectAction = { type: 'Action.OpenUrl', url } as const;
  return [
    toBlock(
      [{ text: shortId, selectAction, weight: 'Bolder' }, { text: `  ${toHeadline(issue)}` }],
      'Medium',
    ),
    ...toPlaceLines(issue).map((text) =>
      toBlock([{ text, fontType: 'Monospace', size: 'Small' }], 'None'),
    ),
    toBlock([{ text: toFactLine(issue), isSubtle: true, size: 'Small' }], 'None'),
  ];
}

/** https://adaptivecards.io/explorer/TextRun.html */
interface TextRun {
  readonly text: string;
  readonly size?: 'Small' | 'Medium';
  readonly weight?: 'Bolder';
  readonly fontType?: 'Monospace';
  readonly isSubtle?: boolean;
  readonly selectAction?: { readonly type: 'Action.OpenUrl'; readonly url: string };
}

function toBlock(runs: readonly TextRun[], spacing = 'Default') {
  const inlines = runs.map((run) => ({ type: 'TextRun', ...run }));
  return { type: 'RichTextBlock', spacing, inlines };
}
