import { expect, it } from '@jest/globals';
import { describeRoom } from './describe-room.ts';

const LEFT = { percent: 99 };
const FULL = { percent: 40, exceeded: 'day' } as const;
const stored = (quantity: number) => ({ outcome: 'stored', quantity }) as const;
const limited = (quantity: number) => ({ outcome: 'rate_limited', quantity }) as const;
const invalid = (quantity: number) => ({ outcome: 'invalid', quantity }) as const;
const ROOM = '/settings/projects/web/data#room';
const OUTCOMES = '/settings/projects/web/data#outcomes';

it.each([
  ['there is room', LEFT, [stored(5)], { text: '99 %' }],
  ['there is no budget', undefined, [stored(5)], { text: 'no limit' }],
  ['filters match', LEFT, [{ outcome: 'filtered', quantity: 9 } as const], { text: '99 %' }],
  ['its day is full', FULL, [stored(5)], { text: 'full today', isBad: true, href: ROOM }],
  [
    'the whole instance is full',
    { percent: 0, exceeded: 'instance' } as const,
    [],
    { text: 'full', isBad: true, href: ROOM },
  ],
  [
    'a few of many events were refused',
    LEFT,
    [stored(991), invalid(9)],
    { text: '9 refused', href: OUTCOMES },
  ],
  [
    'one in a hundred events was refused',
    LEFT,
    [stored(99_000), limited(999), invalid(1)],
    { text: '1,000 refused', isBad: true, href: OUTCOMES },
  ],
  [
    'a few events were refused while its day is full',
    FULL,
    [stored(991), invalid(9)],
    { text: '9 refused', isBad: true, href: OUTCOMES },
  ],
] as const)('describeRoom tells the state of a project where %s', (_, room, endings, told) => {
  expect(describeRoom('web', room, endings)).toEqual(told);
});
