import { describe, expect, it } from '@jest/globals';
import { listDropped } from './list-dropped.ts';

/** Makes reports with ids from 1, the oldest first; each is a project and its bytes. */
const held = (...reports: readonly (readonly [projectId: number, bytes: number])[]) =>
  reports.map(([projectId, bytes], index) => ({ id: index + 1, projectId, bytes }));

const [OWN, FLOOD] = [1, 2];
const small = (projectId: number, count: number) =>
  Array.from({ length: count }, () => [projectId, 1] as const);

describe('listDropped', () => {
  it.each([
    ['nothing within the limits', held([OWN, 50], [FLOOD, 50]), []],
    ['the oldest of the only project', held(...small(OWN, 6)), [1, 2]],
    ['the oldest of the project with most reports', held([OWN, 1], ...small(FLOOD, 5)), [2, 3]],
    ['few large ones for many small ones', held([OWN, 9], ...small(FLOOD, 4)), [2]],
    ['the oldest of the project with most bytes', held([OWN, 30], [FLOOD, 40], [FLOOD, 40]), [2]],
    ['a new one that alone takes most', held([OWN, 30], [OWN, 30], [FLOOD, 90]), [3]],
    ['all but the last one, which may exceed the limits', held([OWN, 1], [OWN, 101]), [1]],
  ])('drops %s', (_what, reports, ids) => {
    expect(listDropped(reports, { maxReports: 4, maxBytes: 100 })).toEqual(ids);
  });
});
