import { expect, it } from '@jest/globals';
import { judgeRoom } from './judge-room.ts';

const LEFT = { percent: 99 };
const FULL = { percent: 40, exceeded: 'day' } as const;
const stored = (quantity: number) => ({ outcome: 'stored', quantity }) as const;
const limited = (quantity: number) => ({ outcome: 'rate_limited', quantity }) as const;
const invalid = (quantity: number) => ({ outcome: 'invalid', quantity }) as const;
const href = '/settings/projects/web/data#outcomes';
const ROOM = { kind: 'lost', size: 0.5, href: '/settings/projects/web/data#room' };

it.each([
  ['there is room', LEFT, [stored(5)], []],
  ['there is no budget', undefined, [stored(5)], []],
  ['filters match', LEFT, [{ outcome: 'filtered', quantity: 9 } as const], []],
  ['its day is full', FULL, [stored(5)], [{ ...ROOM, words: 'storage is full today' }]],
  [
    'the whole instance is full',
    { percent: 0, exceeded: 'instance' } as const,
    [],
    [{ ...ROOM, words: 'storage is full' }],
  ],
  [
    'a few of many reports were refused',
    LEFT,
    [stored(991), invalid(9)],
    [{ kind: 'usual', size: 1, words: '9 reports refused', href }],
  ],
  [
    'one in a hundred reports was refused',
    LEFT,
    [stored(99_000), limited(999), invalid(1)],
    [{ kind: 'lost', size: 0, words: '1 % of reports refused', href }],
  ],
  [
    'one in eight reports was refused while its day is full',
    FULL,
    [stored(875), invalid(125)],
    [
      { kind: 'lost', size: 1, words: '13 % of reports refused', href },
      { ...ROOM, words: 'storage is full today' },
    ],
  ],
])('judgeRoom tells the state of a project where %s', (_, room, endings, told) => {
  expect(judgeRoom('web', room, endings)).toEqual(told);
});
