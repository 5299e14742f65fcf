import { describe, expect, it } from '@jest/globals';
import {
  breakMentions,
  escapeDiscord,
  escapeMattermost,
  escapeTags,
  toMarkdownCode,
} from './escapes.ts';

const TEXTS = [
  'fetch of https://api.example.org/v1?a=1&b=2 failed',
  'no user ada@example.org, @here or @channel',
  "Cannot read properties of undefined (reading 'x')",
  'rows[0] of rows[[1]] is undefined',
  'expected ] but got [',
  '[Sign in](https://evil.example/) ![x](https://evil.example/x.png)',
  '**kwargs of __init__, snake_case, ~~gone~~, `code`, ||hidden||',
  String.raw`C:\Users\new\_x \\server\* ends in \ `.trim(),
  'Version 1.4.2-rc.1+5, 100 % of $x, $y$; a = b, c/d!',
  '1. first',
  '12) twelfth',
  '- item',
  '# heading',
  '> quote',
  '== line',
  'a | b | c',
  '<b>bold</b> &lt;b&gt; &amp; &#64;here',
  '<!channel> <!here> <@U123> <#C1> <:smile:1>',
  ':100: :) :+1: at 12:30:59 in cart.ts:12:5',
  '#42 is #urgent in ~town-square',
  'see www.evil.example or evil.com/login',
  '*/ ends /* begins */',
] as const;

type Show = (markup: string) => string;

const REFERENCES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

function decode(text: string): string {
  return text.replaceAll(/&(?:#(\d+)|(amp|lt|gt|quot));/g, (_, code?: string, name?: string) =>
    code === undefined ? REFERENCES[name!]! : String.fromCharCode(Number(code)),
  );
}

const withoutUnseen = (text: string): string => text.replaceAll('\u200b', '');

const ACTS = ' ACTS ';

/**
 * Imitates how Mattermost reads a message: https://github.com/mattermost/marked and the server's
 * `ProcessSlackText`, followed by emoji, mentions, hashtags and channels.
 */
const showMattermost: Show = (markup) => {
  const expanded = markup.replaceAll(/<!(channel|here|all)>|<@(\w+)>/g, ACTS);
  const acting =
    /^ *(?:#{1,6} |>|[*+-] |\d+[.)] |[-=]{2,})|\|.*\||(?<!\\)[`*_~]|[<[\]]|\bwww\d{0,3}\.|[a-z][\w+.-]*:\/{1,3}|[\p{L}\d.-]+\.\p{L}{2,4}\/|@\w|#\p{L}|~\w|:[a-z+-][\w+-]*:|(?<!\d):100:|:[)(DP]/giu;
  const isActing = acting.test(expanded.replaceAll(/&#\d+;/g, ''));
  const plain = expanded.replaceAll(/\\([`*{}[\]()#+\-.!_>|~]|\\(?!\w))/g, '$1');
  return withoutUnseen(decode(plain)) + (isActing ? ACTS : '');
};

/** Imitates how Discord reads markup, according to Discord's help and the issues of its API. */
const showDiscord: Show = (markup) => {
  const acting =
    /^ *(?:#{1,3} |-# |>|[*+-] |\d+\. )|(?<!\\)(?:\\\\)*(?!\\)[`*_~|<[]|https?:\/\/|@\w|(?<!\d):\w+:/i;
  const isActing = acting.test(markup.replaceAll(/\\[\\`*_~|<[\]]/g, ''));
  const plain = markup.replaceAll(/\\([\\`*_~|<[\]])/g, '$1');
  return withoutUnseen(plain) + (isActing ? ACTS : '');
};

/**
 * Imitates Slack, which decodes only `&amp;`, `&lt;` and `&gt;`. Telegram and Google Chat decode
 * these too.
 */
const showTags: Show = (markup) => {
  const isActing = /[<>]|@\w|&(?!amp;|lt;|gt;)/.test(markup);
  return withoutUnseen(decode(markup)) + (isActing ? ACTS : '');
};

describe.each([
  ['Mattermost', escapeMattermost, showMattermost],
  ['Discord', escapeDiscord, showDiscord],
  ['Slack, Telegram and Google Chat', (text: string) => escapeTags(breakMentions(text)), showTags],
] as const)('the escaping for %s', (_, escape, show) => {
  it.each(TEXTS)('shows the sent text unchanged, without any effect: %s', (text) => {
    expect(show(escape(text))).toBe(text);
  });
});

it.each(TEXTS)('toMarkdownCode shows the sent text unchanged, except for backticks: %s', (text) => {
  const [, code] = /^```\n(.*)\n```$/.exec(toMarkdownCode(text)) ?? [];
  expect(withoutUnseen(code ?? '')).toBe(text.replaceAll('`', 'ˋ'));
  expect(code).not.toMatch(/@\w|<!|`/);
});
