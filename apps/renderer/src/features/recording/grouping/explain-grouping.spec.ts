import { describe, expect, it } from '@jest/globals';
import { groupEvent } from '#events';
import type { EventInIssue } from '#product/recording/storage';
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
const groupingKey = keys[0]!.key;

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
  const payload = { json: JSON.stringify({ meta, event }) };
  const position = { occurredAtMs: 0, id: 1 };
  return explainGrouping({ event: facts, position, groupingKey, payload, ...found });
}

describe('the explanation of a grouping', () => {
  it('names the grouping rules that acted on the event', () => {
    const ruled = {
      fingerprint: { parts: ['prices'], rule: RULE },
      title: { text: 'No price', rule: RULE },
      app: { stacks: ['-'], rules: [FRAME_RULE] },
    };
    const told = explain({}, sent, ruled);
    expect(told.summary).toBe('Grouped by the fingerprint of a grouping rule');
    expect(told.notes).toEqual([
      `A grouping rule of the project set the fingerprint: ${RULE}`,
      `A grouping rule of the project set which frames are the application’s own: ${FRAME_RULE}`,
      `A grouping rule of the project set the title of the event: ${RULE}`,
      expect.stringContaining('another grouping key'),
    ]);
  });

  it.each<[string, Partial<EventInIssue>, string, string]>([
    ['with the key of its issue', {}, 'Grouped by type and 1 of 3 frames', ''],
    [
      'with another key',
      { groupingKey: 'f'.repeat(32) },
      'Grouped by type and 1 of 3 frames',
      'another grouping key',
    ],
    [
      'among too many new issues',
      { isCrowded: true },
      'Not grouped: one of too many new issues at once',
      'unrelated events',
    ],
    ['that was not kept', { payload: undefined }, 'Grouped when it came', 'without storing'],
  ])('summarises an event %s', (_, found, summary, note) => {
    const told = explain(found);
    expect(told.summary).toBe(summary);
    expect(told.notes).toHaveLength(note === '' ? 0 : 1);
    expect(told.notes.join(' ')).toContain(note);
    expect(told.explanation === undefined).toBe(note === 'without storing');
  });

  it('says that an earlier version made the issue whose key the event has', () => {
    const frames = [{ function: 'find', filename: '/srv/shop/src/orders.js', in_app: true }];
    const event = {
      platform: 'node',
      exception: { values: [{ type: 'A', stacktrace: { frames } }] },
    };
    const [, first] = groupEvent(event).keys;
    const { notes, explanation } = explain({ groupingKey: first!.key }, event);
    expect(notes).toEqual([
      expect.stringContaining('An earlier version of Errata made this issue'),
    ]);
    expect(explanation!.parts.at(-1)).toEqual(['Call', ['src/orders.js · find']]);
  });

  it('lists parts and frames, the newest frame first', () => {
    expect(explain({}).explanation).toEqual({
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
    });
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
  ])('summarises a grouping in a line: grouped by %s', (words, traits) => {
    const { summary } = explain({}, { ...sent, ...traits });
    expect(summary).toBe(`Grouped by ${words}`);
  });
});
