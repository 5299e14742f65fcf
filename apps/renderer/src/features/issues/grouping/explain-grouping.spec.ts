import { describe, expect, it } from '@jest/globals';
import { groupEvent } from '#events';
import type { EventInIssue } from '#persistence';
import { explainGrouping } from './explain-grouping.ts';

const call = (name: string, inApp = true) => ({
  module: 'shop.cart',
  function: name,
  filename: 'shop/cart.py',
  abs_path: '/srv/shop/cart.py',
  in_app: inApp,
  context_line: `${name}()`,
});

const sent = {
  platform: 'python',
  exception: {
    values: [
      {
        type: 'KeyError',
        value: "'price'",
        stacktrace: { frames: [call('serve', false), call('handle', false), call('pay')] },
      },
    ],
  },
};

const { keys } = groupEvent(sent);
const RULE = 'type:KeyError -> fingerprint="prices" title="No price"';
const FRAME_RULE = 'path:**/cart.py -> -app';
const [newest, oldest] = keys.map(({ key }) => key) as [string, string];

function explain(
  found: Partial<Omit<EventInIssue, 'position'>>,
  event: object = sent,
  ruled?: object,
) {
  const facts = {
    eventId: 'a'.repeat(32),
    projectId: 1,
    occurredAtMs: 0,
    receivedAtMs: 0,
    level: 'error' as const,
  };
  const meta = { source: 'event', ...facts, ruled };
  const payload = { format: 'event' as const, json: JSON.stringify({ meta, event }) };
  const position = { occurredAtMs: 0, id: 1 };
  return explainGrouping({ event: facts, position, groupingKey: newest, payload, ...found });
}

describe('why an event is grouped', () => {
  it('names the rules that acted on it', () => {
    const ruled = {
      fingerprint: { parts: ['prices'], rule: RULE },
      title: { text: 'No price', rule: RULE },
      app: { stacks: ['-'], rules: [FRAME_RULE] },
    };
    const told = explain({ groupingVersion: 3 }, sent, ruled);
    expect(told.summary).toBe('Grouped by the fingerprint of a grouping rule, version 3');
    expect(told.notes).toEqual([
      `A rule of the project decided by what: ${RULE}`,
      `A rule of the project said which frames are the application’s own: ${FRAME_RULE}`,
      `A rule of the project gave it its title: ${RULE}`,
      expect.stringContaining('known by another key'),
      expect.any(String),
    ]);
  });

  it.each<[string, Partial<EventInIssue>, string, string, string[]]>([
    [
      'by the newest version',
      { groupingVersion: 3 },
      'Grouped by type and 1 of 3 frames, version 3',
      '',
      ['Version 3 decided'],
    ],
    [
      'by an older version that has the same key',
      { groupingVersion: 2 },
      'Grouped by type and 1 of 3 frames, version 2',
      '',
      ['Version 2 decided'],
    ],
    [
      'by an older version, whose key was known',
      { groupingVersion: 1, groupingKey: oldest },
      'Grouped by type and 1 of 3 frames, version 1',
      'the key of version 3 was new',
      ['Version 1 decided', 'Version 3 did not decide'],
    ],
    [
      'by a key that leads to one of an older version',
      { groupingVersion: 3, groupingKey: oldest },
      'Grouped by type and 1 of 3 frames, version 3',
      'known by another key before',
      ['Version 3 decided', 'The issue began by version 1'],
    ],
    [
      'by a key that leads to that of other events',
      { groupingVersion: 3, groupingKey: 'f'.repeat(32) },
      'Grouped by type and 1 of 3 frames, version 3',
      'known by another key before',
      ['Version 3 decided'],
    ],
    [
      'before versions were noted',
      { groupingKey: oldest },
      'Grouped by type and 1 of 3 frames, before versions were noted',
      'There was version 1 alone',
      ['By version 1'],
    ],
    [
      'before versions were noted, by what is stored of it',
      { groupingKey: 'f'.repeat(32) },
      'Grouped by type and 1 of 3 frames, before versions were noted',
      'gives another key',
      ['By version 1'],
    ],
    [
      'as one of too many',
      { isCrowded: true },
      'Not grouped: one of too many new issues at once',
      'nothing in common',
      ['By version 3'],
    ],
    [
      'when it was not kept',
      { groupingVersion: 3, payload: undefined },
      'Grouped when it came, by version 3',
      'not kept',
      [],
    ],
  ])('is said %s', (_, found, summary, note, titles) => {
    const told = explain(found);
    expect(told.summary).toBe(summary);
    expect(told.notes.length > 0).toBe(note !== '');
    expect(told.notes.join(' ')).toContain(note);
    expect(told.explanations.map(({ title }) => title)).toEqual(titles);
  });

  it('is said of a text that the newest version reads otherwise', () => {
    const text = { ...sent, exception: undefined, message: 'rejected { id: 17 }' };
    const [, before] = groupEvent(text).keys;
    const told = explain({ groupingVersion: 2, groupingKey: before!.key }, text);
    expect(told.notes.join(' ')).toContain('or there was no version 3 yet');
    expect(told.explanations.map(({ title }) => title)).toEqual([
      'Version 2 decided',
      'Version 3 did not decide',
    ]);
  });

  it('is told by parts and by frames, the newest first', () => {
    expect(explain({ groupingVersion: 3 }).explanations).toEqual([
      {
        title: 'Version 3 decided',
        parts: [
          ['Type', ['KeyError']],
          ['Call', ['shop.cart · pay · pay()']],
        ],
        stacks: [
          {
            type: 'KeyError',
            runs: [
              { calls: ['shop.cart pay'] },
              { why: 'of a library', calls: ['shop.cart handle', 'shop.cart serve'] },
            ],
          },
        ],
      },
    ]);
  });

  it.each<[string, object]>([
    ['the fingerprint that its SDK sent', { fingerprint: ['a', 'b'] }],
    [
      'the fingerprint that its SDK sent, type and 1 of 3 frames',
      { fingerprint: ['a', '{{ default }}'] },
    ],
    ['logger and message', { exception: undefined, logger: 'shop', message: 'row 7' }],
    [
      'template of its message',
      { exception: undefined, logentry: { message: 'row %s', params: ['7'] } },
    ],
    ['type and message', { exception: { values: [{ type: 'A', value: 'b' }] } }],
    [
      '2 types and 2 messages',
      {
        exception: {
          values: [
            { type: 'A', value: 'b' },
            { type: 'C', value: 'd' },
          ],
        },
      },
    ],
    ['nothing that it says', { exception: undefined }],
  ])('is said in a line: %s', (words, traits) => {
    const { summary } = explain({ groupingVersion: 3 }, { ...sent, ...traits });
    expect(summary).toBe(`Grouped by ${words}, version 3`);
  });
});
