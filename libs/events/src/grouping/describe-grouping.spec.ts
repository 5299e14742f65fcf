import { describe, expect, it } from '@jest/globals';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sent } from '../../test/pairs/pair-table.ts';
import { raise, sayAt, senderOf, type Sent, tree } from '../../test/pairs/shapes.ts';
import { protocolEvents } from '../../test/protocol-events.ts';
import { SentEvent } from '../reading/sent-event.ts';
import type { GroupingDescription } from './description.ts';
import { describeGrouping, groupEvent } from './group-event.ts';
import { EventReading } from './event-reading.ts';
import { toKey } from '../json/key.ts';

const folder = join(import.meta.dirname, '../../test/sdk-events');
const names = ['go', 'java', 'python', 'rust'].flatMap((language) =>
  readdirSync(join(folder, language)).map((name) => `${language}/${name.replace('.json', '')}`),
);
const walk = '?com.acme.Tree.walk';
const events = new Map<string, Sent>([
  ...names.map((name) => [name, sent(name)] as const),
  ...Object.entries(protocolEvents),
  ...Object.entries({
    overflow: raise('java', [
      {
        type: 'StackOverflowError',
        value: '',
        frames: [...Array<string>(60).fill(walk), '?com.acme.Tree.chance'],
      },
    ]),
    'libraries alone': raise('java', [
      { type: 'X', value: '', frames: Array.from({ length: 40 }, (_, n) => `~org.lib.A${n}.run`) },
    ]),
    'a bundle alone': senderOf('javascript')('Error', 'x', [
      'a@https://shop.example/main.js:1:900',
    ]),
    'twins in a group': tree('python', [
      [2, 0, 'exceptions[1]', { type: 'A', value: 'x', frames: ['shop.a'] }],
      [1, 0, 'exceptions[0]', { type: 'A', value: 'x', frames: ['shop.a'] }],
      [0, undefined, '', { type: 'ExceptionGroup', value: 'two', frames: ['shop.b'] }],
    ]),
    'a recursion on two lines': senderOf('python')('X', 'y', [
      'shop.tree.walk | walk(child)',
      'shop.tree.walk | raise X',
    ]),
    'an overflow of lines': senderOf('python')('RecursionError', 'y', [
      'shop.jobs.run | walk(root)',
      ...Array<string>(60).fill('shop.tree.walk | walk(child)'),
      'shop.tree.walk | if child:',
    ]),
    'a recursion of a script': senderOf('node')('X', 'y', [
      'run@/srv/shop/src/run.js:1:1',
      'walk@/srv/shop/src/tree.js:1:1',
      'walk@/srv/shop/src/tree.js:1:1',
    ]),
    'a line of a log': {
      ...sayAt('python', 'user ann failed', ['shop.jobs.run']),
      logger: 'shop.jobs',
    },
    'a chain that repeats itself': raise('java', [
      { type: 'A', value: '', frames: [walk] },
      { type: 'A', value: '', frames: [walk] },
    ]),
  }),
]);

function listCounted({ stacks }: GroupingDescription): Set<string> {
  return new Set(
    stacks.flatMap(({ frames }) => frames.flatMap(({ as, counts }) => (counts ? [as!] : []))),
  );
}

function listCalls({ parts }: GroupingDescription): Set<string> {
  return new Set(parts.filter(({ of }) => of === 'call' || of === 'place').map(({ text }) => text));
}

describe('describeGrouping', () => {
  it.each([...events])('lists the parts of which the key is made: %s', (_, event) => {
    const told = describeGrouping(event);
    const parts = told.parts.map(({ of, text }) => (of === 'fingerprint' ? text : `${of} ${text}`));
    // All members of a group are one part of the key, so the test cannot hash the parts one by one.
    const { exceptions } = new EventReading(new SentEvent(event));
    const isGroup = exceptions.some(({ relation }) => relation === 'member');
    const { key } = groupEvent(event).keys[0]!;
    expect(isGroup ? key : toKey([told.kind, ...parts])).toBe(key);
    expect(listCounted(told)).toEqual(listCalls(told));
    for (const { counts, why } of told.stacks.flatMap(({ frames }) => frames)) {
      expect(counts).toBe(why === undefined);
    }
  });

  it.each([
    ['overflow', ['recursion', 'where the stack overflowed']],
    ['libraries alone', ['far from the failure']],
    ['a bundle alone', []],
    ['a recursion on two lines', ['recursion']],
    ['an overflow of lines', ['where the stack overflowed', 'recursion']],
    ['a recursion of a script', ['before a recursion', 'recursion']],
    ['a line of a log', ['of a log line']],
    ['twins in a group', ['repeated']],
    ['a chain that repeats itself', ['repeated']],
  ])('says why a frame does not count: %s', (name, reasons) => {
    const frames = describeGrouping(events.get(name)!).stacks.flatMap((stack) => stack.frames);
    const why = new Set(frames.flatMap((frame) => frame.why ?? []));
    expect([...why]).toEqual(reasons);
  });

  it('lists the variables of a fingerprint as they were sent', () => {
    const event = raise('java', [{ type: 'X', value: 'y', frames: [walk] }], {
      fingerprint: ['{{ error.type }} of shop', '{{ default }}'],
    });
    expect(describeGrouping(event)).toMatchObject({
      kind: 'fingerprint',
      parts: [
        { of: 'fingerprint', text: 'X of shop', sent: '{{ error.type }} of shop' },
        { of: 'type', text: 'X' },
        { of: 'call', text: 'com.acme.Tree · walk' },
      ],
    });
  });

  it('lists no stack where a fingerprint decides alone', () => {
    const event = raise('java', [{ type: 'X', value: 'y', frames: [walk] }], {
      fingerprint: ['a'],
    });
    expect(describeGrouping(event)).toEqual({
      kind: 'fingerprint',
      parts: [{ of: 'fingerprint', text: 'a' }],
      stacks: [],
    });
  });
});
