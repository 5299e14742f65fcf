import { expect, it } from '@jest/globals';
import { createRandom } from '../../../../../test/support/random.ts';
import { findCounted } from './find-counted.ts';
import type { CountedSort } from './find-counted.ts';

const random = createRandom(28);
const draw = (most: number): number => Math.floor(random() * most);

const issues = Array.from({ length: 3000 }, (_, index) => ({
  id: index + 1,
  lastSeenMs: 10_000 - Math.floor(index / 3),
  users: draw(9),
  trend: draw(300),
})).toSorted((one, other) => other.lastSeenMs - one.lastSeenMs || other.id - one.id);
const counts = new Map(
  issues.map(({ id, lastSeenMs }) => [
    id,
    { events: draw(50), lastSeenMs: lastSeenMs - (random() < 0.7 ? 0 : draw(2000)) },
  ]),
);

function open() {
  let walked = 0;
  const steps = {
    walk: async (limit: number, from: { id: number } | undefined) => {
      const start = from ? issues.findIndex(({ id }) => id === from.id) + 1 : 0;
      const found = issues.slice(start, start + limit);
      walked += found.length;
      return found;
    },
    measure: async () => counts,
  };
  return { steps, countWalked: () => walked };
}

it.each(['lastSeen', 'events'] as const)(
  'findCounted pages forth and back through the 2,000 issues seen last: by %s',
  async (sort: CountedSort) => {
    const valueOf = ({ id }: (typeof issues)[number]) =>
      counts.get(id)![sort === 'events' ? 'events' : 'lastSeenMs'];
    const find = async (edge: Parameters<typeof findCounted>[1]['edge']) => [
      ...(await findCounted(open().steps, { sort, limit: 100, edge })),
    ];
    const sorted = issues
      .slice(0, 2000)
      .toSorted((one, other) => valueOf(other) - valueOf(one) || other.id - one.id);
    for (const start of [0, 1, 99, 1500]) {
      const page = sorted.slice(start, start + 100).map(({ id }) => [id, counts.get(id)]);
      const [above, below] = [sorted[start - 1], sorted[start + 100]];
      const toEdge = (issue: (typeof issues)[number] | undefined, isAbove: boolean) =>
        issue && { id: issue.id, value: valueOf(issue), isAbove };
      expect(await find(toEdge(above, true))).toEqual(page);
      expect(await find(toEdge(below, false))).toEqual(page);
    }
  },
);

it('findCounted stops walking by last seen once no later issue can change the page', async () => {
  const { steps, countWalked } = open();
  await findCounted(steps, { sort: 'lastSeen', limit: 100, edge: undefined });
  expect(countWalked()).toBe(250);
});
