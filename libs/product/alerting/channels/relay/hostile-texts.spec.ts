import { describe, expect, it } from '@jest/globals';
import { channelKindNames } from '../rules/channel-kinds.ts';
import type { AlertMessage } from '../rules/alert-message.ts';
import type { ChannelKind, ChannelSettings } from '../rules/channel-kinds.ts';
import { createAlertedIssue, createAlertMessage } from '../../../testing/alert-message.ts';
import { cleanMessage } from './alert-text.ts';
import { httpFormats } from './formats/index.ts';
import { renderComment } from './mail/comment-html.ts';
import { toMailHtml } from './mail/mail-html.ts';
import { toMailText } from './mail/mailer.ts';

const HOSTILE = [
  '@everyone',
  '@here <!channel> <@U123> <users/all>',
  '<https://evil.example|Sign in>',
  '[Sign in](https://evil.example)',
  '<a href="https://evil.example">Sign in</a>',
  '<img src=x onerror=alert(1)>',
  '*bold* _it_ ~no~ # head `code` ```\n> quote',
  'Subject\r\nBcc: evil@evil.example',
  'left\u202Eright\u2066 \u0007bell\u0000',
  '</code></pre></main><script>alert(1)</script>',
  '"}],"text":"<!channel>',
] as const;

const SETTINGS: ChannelSettings = {
  address: 'https://hooks.example/topic',
  secret: 'a secret of the channel',
  recipients: ['-100'],
};

function createHostile(text: string): AlertMessage {
  const issue = createAlertedIssue({
    reason: text,
    type: text,
    message: text,
    place: text,
    code: { file: text, line: 1, text },
    environment: text,
    release: text,
    comments: [{ by: text, text: `${text}\n\n${text}` }],
  });
  const project = { slug: 'web', name: text };
  return createAlertMessage({ title: text, lines: [text, text], project, issues: [issue] });
}

const MARKUP: Readonly<Record<ChannelKind, (message: AlertMessage) => string[]>> = {
  mail: (message) => [toMailHtml(cleanMessage(message), { renderComment })],
  webhook: () => [],
  slack: (message) =>
    findTexts(toBody('slack', message), ({ type }) => type === 'mrkdwn', ['text']),
  teams: (message) =>
    findTexts(toBody('teams', message), ({ type }) => type === 'TextBlock', ['text']),
  discord: (message) => findTexts(toBody('discord', message), () => true, ['title', 'description']),
  mattermost: (message) => findTexts(toBody('mattermost', message), () => true, ['text']),
  telegram: (message) => findTexts(toBody('telegram', message), () => true, ['text']),
  'google-chat': (message) =>
    findTexts(toBody('google-chat', message), ({ textParagraph }) => textParagraph !== undefined, [
      'textParagraph',
    ]),
  ntfy: () => [],
  pagerduty: () => [],
};

function toBody(kind: Exclude<ChannelKind, 'mail'>, message: AlertMessage): unknown {
  const { body } = httpFormats[kind].toRequest(cleanMessage(message), SETTINGS, 0);
  return JSON.parse(body);
}

type Fields = Readonly<Record<string, unknown>>;

function findTexts(
  value: unknown,
  isMarkup: (fields: Fields) => boolean,
  names: readonly string[],
): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => findTexts(each, isMarkup, names));
  if (typeof value !== 'object' || value === null) return [];
  const fields = value as Fields;
  const own = isMarkup(fields) ? names.flatMap((name) => toTexts(fields[name])) : ([] as string[]);
  return [...own, ...Object.values(fields).flatMap((each) => findTexts(each, isMarkup, names))];
}

function toTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(toTexts) : [];
}

/** Matches text outside of code blocks that would act as markup in each service. */
const ACTS: Readonly<Record<ChannelKind, RegExp>> = {
  mail: /<(?!\/?(?:!doctype|html|head|meta|title|style|body|main|h1|p|b|bdi|div|code|a|blockquote|br|em|strong|pre)\b)|href="https:\/\/evil/i,
  webhook: /$^/,
  slack: /<(?!https:\/\/errata\.example\/)/,
  teams: /./,
  discord: /@(?!\u200b)|(?<!\\)[<*_~`]|^[#>-]|\]\(https:\/\/evil/m,
  mattermost: /@(?!\u200b)|<|(?<!\\)[~`]|(?<!&)#(?=[^\s\u200b])|^[#>-]|\]\(https:\/\/evil/m,
  telegram: /@(?!\u200b)|<(?!\/?(?:b|code)>|a href="https:\/\/errata\.example\/|\/a>)/,
  'google-chat': /@(?!\u200b)|<(?!br>|a href="https:\/\/errata\.example\/|\/a>)/,
  ntfy: /$^/,
  pagerduty: /$^/,
};

const CODE = /```\n[^`]*\n```/g;

describe('hostile texts from senders of events', () => {
  describe.each(channelKindNames)('inside a message of %s', (kind) => {
    it.each(HOSTILE)('have no effect as markup: %j', (text) => {
      for (const markup of MARKUP[kind](createHostile(text))) {
        expect(markup.replaceAll(CODE, '')).not.toMatch(ACTS[kind]);
      }
    });
  });

  it('notify nobody in a chat', () => {
    expect(toBody('discord', createAlertMessage())).toMatchObject({
      allowed_mentions: { parse: [] },
    });
    expect(toBody('telegram', createAlertMessage())).toMatchObject({
      link_preview_options: { is_disabled: true },
    });
    expect(toBody('slack', createHostile('<!channel> @here'))).toMatchObject({
      text: '&lt;!channel&gt; @\u200bhere',
    });
  });

  it('stay quoted in mail when they are comments, without links or headings', () => {
    const text =
      'See **this**:\n-- \n[Errata](https://evil.example) https://evil.example\n# Sign in';
    const issue = createAlertedIssue({ comments: [{ by: 'Bob', text }] });
    const message = cleanMessage(createAlertMessage({ issues: [issue] }));
    const quoted = text.split('\n').map((line) => `    > ${line}`);
    expect(toMailText(message)).toContain(`    Bob:\n${quoted.join('\n')}\n`);
    const html = toMailHtml(message, { renderComment });
    expect(html).toContain('<blockquote><p>See <strong>this</strong>:<br>');
    expect(html).toContain('[Errata](https://evil.example) https://evil.example');
    expect(html).not.toMatch(/href="https:\/\/evil|<h[12]>Sign/);
  });

  it('stay on one line, without control characters or reordering', () => {
    const { title } = cleanMessage(createHostile('Subject\r\nBcc: evil\u202E\u0000'));
    expect(title).toBe('Subject Bcc: evil');
    const text = toMailText(cleanMessage(createHostile('a\n\nb')));
    expect(text.split('\n')[0]).toBe('a b');
  });

  it.each([
    ['discord', 'description', 4096],
    ['discord', 'title', 256],
    ['telegram', 'text', 4096],
    ['ntfy', 'message', 4096],
    ['mattermost', 'text', 16_383],
    ['slack', 'text', 3000],
    ['pagerduty', 'summary', 1024],
  ] as const)('are cut to the limit of %s for the field %s', (kind, name, longest) => {
    const text = '*'.repeat(5000);
    const message = createHostile(text);
    const body = toBody(kind, {
      ...message,
      lines: Array.from({ length: 10 }, () => text),
      issues: Array.from({ length: 20 }, () => message.issues[0]!),
    });
    const texts = findTexts(body, () => true, [name]).filter((each) => typeof each === 'string');
    expect(texts.length).toBeGreaterThan(0);
    for (const each of texts) expect(each.length).toBeLessThanOrEqual(longest);
  });

  it.each([
    ['teams', 28_000],
    ['google-chat', 32_000],
  ] as const)('are cut to the limit of a message of %s', (kind, maxBytes) => {
    const message = createHostile('*'.repeat(5000));
    const issues = Array.from({ length: 20 }, () => message.issues[0]!);
    const body = toBody(kind, { ...message, issues });
    expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThanOrEqual(maxBytes);
  });
});
