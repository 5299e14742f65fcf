import { describe, expect, it } from '@jest/globals';
import * as ruleLimits from '../limits/rule-limits.ts';
import { parseRule, parseRules, readRules } from './parse-rules.ts';

describe('a rule', () => {
  it.each([
    ['type:TypeError -> fingerprint="a"', { fingerprint: ['a'] }],
    ['type:TypeError → fingerprint=a', { fingerprint: ['a'] }],
    [
      'type:a -> fingerprint=["a b", "{{ default }}",c]',
      { fingerprint: ['a b', '{{ default }}', 'c'] },
    ],
    ['type:a -> fingerprint="{{ default }}"', { fingerprint: ['{{ default }}'] }],
    ['message:"a -> b" -> title="→ {{ tags.customer }}"', { title: '→ {{ tags.customer }}' }],
    ['type:a -> title="\\"x\\""', { title: '"x"' }],
    ['type:a -> title="{{ error.type }} {{FUNCTION}}"', { title: '{{ error.type }} {{FUNCTION}}' }],
    ['path:**/vendor/** -> -app', { isOwn: false }],
    ['function:main->+app title=x', { isOwn: true, title: 'x' }],
    ['level:debug -> ignore', { ignores: true }],
  ])('has the actions that stand behind its arrow: %s', (line, actions) => {
    expect(parseRule(line)).toMatchObject({ ok: true, value: { text: line, actions } });
  });

  it('separates its terms about the event from its terms about one frame', () => {
    const line =
      'tags.type:b value:c path:[src/**, "a*"] !function:f* "path":x boom !release:>=2 -> ignore';
    const event = [
      { kind: 'tag', key: 'type', values: [['b']] },
      { kind: 'part', key: 'message', values: [['c']] },
      { kind: 'tag', key: 'path', values: [['x']] },
      { kind: 'text', text: 'boom', isOpen: false },
      { kind: 'release', isNegated: true },
    ];
    const frames = [
      { of: 'path', isNegated: false, values: [{ literal: 'src/' }, { literal: 'a*' }] },
      { of: 'function', isNegated: true, values: [['f', '']] },
    ];
    expect(parseRule(line)).toMatchObject({ ok: true, value: { event, frames } });
  });

  it.each([
    ['type:a', 7, /^An arrow \(->\) is missing/],
    ['type:"a -> ignore', 6, /^This quote is never closed/],
    ['-> ignore', 1, /^A rule begins with what it looks for/],
    ['type: -> ignore', 6, /^A value is missing after type:/],
    ['level:bad -> ignore', 7, /^After level: write one of fatal, error/],
    ['type:a is:unresolved -> ignore', 8, /^This term is about issues/],
    ['type:a !release:latest -> ignore', 8, /^A rule does not know which release is the latest/],
    ['assigned:me -> ignore', 1, /^This term is about issues/],
    ['!project:web -> ignore', 1, /^This term is about issues/],
    ['type:a ->', 10, /^An action is missing\. An action is/],
    ['type:a -> hide', 11, /^There is no such action/],
    ['type:a -> fingerprint', 22, /^After fingerprint comes = and a text/],
    ['type:a -> fingerprint=""', 24, /^The text of the fingerprint is missing/],
    ['type:a -> title=', 17, /^The text of the title is missing/],
    ['type:a -> fingerprint=["a" "b"]', 23, /^Put commas between the texts in brackets/],
    ['type:a -> fingerprint="a', 23, /^This quote is never closed/],
    ['type:a -> fingerprint="a"title="b"', 26, /^A blank is missing/],
    [
      'type:a -> title="x {{ typ }}"',
      20,
      /^There is no variable \{\{ typ \}\}\. There are type, value/,
    ],
    ['type:a -> title="{{ default }}"', 18, /a title has no default/],
    ['type:a -> fingerprint="a {{ default }}"', 26, /must stand alone in its quotes/],
    ['type:a -> title=a title=b', 19, /^A rule has each action only once/],
    ['path:a -> +app -app', 16, /^A rule has each action only once/],
    [
      'type:a -> +app',
      10,
      /^\+app and -app change the frames that path:, function:, module: or package: match/,
    ],
    ['type:a -> ignore title=a', 18, /^An event that is ignored needs no other action/],
    [`type:${'a'.repeat(ruleLimits.lineLength)} -> ignore`, 501, /^A line has at most 500/],
  ])('is refused with the place of its fault: %s', (line, column, message) => {
    const parsed = parseRule(line);
    expect(parsed).toMatchObject({ ok: false, fault: { message: expect.stringMatching(message) } });
    expect(!parsed.ok && parsed.fault.at + 1).toBe(column);
  });
});

describe('rules', () => {
  const lines = ['# vendored', '', 'path:a -> -app', '  type:', 'is:muted -> ignore'];

  it('are read one a line, and every wrong line is named', () => {
    expect(parseRules(lines.slice(0, 3))).toMatchObject({ ok: true, rules: [{}] });
    expect(parseRules(lines)).toMatchObject({
      ok: false,
      faults: [
        { line: 4, column: 8 },
        { line: 5, column: 1 },
      ],
    });
  });

  it.each([
    [101, 'type:a -> ignore', 'A project has at most 100 rules.'],
    [11, `path:[${'a,'.repeat(49)}a] -> -app`, expect.stringMatching(/at most 500 values/)],
  ])('are limited to what a project may have: less than %i of %s', (line, text, message) => {
    const many = Array.from({ length: line }, () => text);
    expect(parseRules(many.slice(1))).toMatchObject({ ok: true });
    expect(parseRules(many)).toMatchObject({ ok: false, faults: [{ line, message }] });
  });

  it('have no effect once they are stored if they cannot be read', () => {
    expect(readRules(lines).map(({ text }) => text)).toEqual(['path:a -> -app']);
  });
});
