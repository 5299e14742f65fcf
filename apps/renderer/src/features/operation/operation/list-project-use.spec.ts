import { expect, it } from '@jest/globals';
import { to } from '#shared';
import { listProjectUse } from './list-project-use.ts';

const facts = {
  outcomes: Array.from({ length: 45 }, (_, index) => ({
    id: index + 1,
    name: `Project ${index + 1}`,
    data: to('/settings/projects'),
    received: 10,
    lost: index === 40 ? 3 : index === 41 ? 9 : 0,
  })),
  storage: [{ projectId: 43, bytes: 2_000_000, dayBytes: 1_000_000 }],
  kept: [{ projectId: 43, goes: '2026-04-01' }],
};

it.each([
  [undefined, 45, [42, 41, 43, 1, 10]],
  [' pROJECT 4', 7, [42, 41, 43, 4, 40]],
  ['nothing', 0, []],
])('listProjectUse finds %j, with the worst and the largest first', (asked, found, ids) => {
  const list = listProjectUse(facts, asked);
  expect(list.found).toBe(found);
  expect(list.rows.slice(0, 5).map(({ id }) => id)).toEqual(ids);
  expect(list.rows).toHaveLength(Math.min(20, found));
  const largest = list.rows.filter(({ id }) => id === 43).map(({ used, goes }) => [used, goes]);
  expect(largest).toEqual(found === 0 ? [] : [['2.0 MB', '2026-04-01']]);
});
