import { expect, it } from '@jest/globals';
import { expectConsistent } from '../../../testing/consistency.ts';
import {
  createGroupedEvent,
  createReport,
  onEachDatabase,
  NOON_MS,
} from '../../../testing/index.ts';
import { createStores } from '../../../create-stores.ts';
import { unbounded } from './recording-bounds.ts';

const CROWDED = 'Too many new issues at once';
const bounds = { ...unbounded, newIssues: 3, newIssuesPerMinute: 2 };

onEachDatabase('new issues', ({ openFresh }) => {
  async function openBounded() {
    const fresh = await openFresh('app', 'web');
    const stores = createStores(fresh.database, { bounds, clock: fresh.clock });
    let reportId = 0;
    const record = (
      groups: readonly string[],
      { seconds = 0, ageMs = 0, projectId = 1, by = stores } = {},
    ) => {
      reportId += 1;
      const receivedAtMs = NOON_MS + seconds * 1000;
      const event = { projectId, receivedAtMs, occurredAtMs: receivedAtMs - ageMs };
      const events = groups.map((groupedBy) =>
        createGroupedEvent({ groupedBy, grouping: { type: groupedBy }, event }),
      );
      return by.reports.record([createReport(reportId, events)]);
    };
    const list = async () => {
      const issues = await stores.issues.list({ limit: 100 });
      return Object.fromEntries(issues.map(({ type, events }) => [type, events]));
    };
    return { ...fresh, stores, record, list };
  }

  it('are limited by a bucket, beyond which events go to one common issue', async () => {
    const { db, record, list } = await openBounded();
    await record(['a', 'b']);
    await record(['c', 'd', 'e', 'd', 'a']);
    expect(await list()).toEqual({ a: 2, b: 1, c: 1, [CROWDED]: 3 });
    await expectConsistent(db);
    await record(['f', 'a']);
    expect(await list()).toEqual({ a: 3, b: 1, c: 1, [CROWDED]: 4 });
  });

  it('are made from later events once the bucket has room again', async () => {
    const { record, list } = await openBounded();
    await record(['a', 'b', 'c']);
    await record(['d', 'e']);
    await record(['d', 'e'], { seconds: 29 });
    expect(await list()).toMatchObject({ [CROWDED]: 4 });
    await record(['d', 'e'], { seconds: 31 });
    const after = await list();
    expect(after[CROWDED]).toBe(5);
    expect([after['d'], after['e']].filter((events) => events === 1)).toHaveLength(1);
    await record(['f', 'g', 'h', 'i'], { seconds: 3600 });
    expect(await list()).toMatchObject({ [CROWDED]: 6 });
  });

  it('are limited by the time of receipt, even of events that occurred long before', async () => {
    const { record, list } = await openBounded();
    await record(['a', 'b', 'c']);
    await record(['d'], { seconds: 31, ageMs: 20 * 24 * 3_600_000 });
    expect(await list()).toEqual({ a: 1, b: 1, c: 1, d: 1 });
  });

  it('are limited per project', async () => {
    const { record, list } = await openBounded();
    await record(['a', 'b', 'c']);
    await record(['d']);
    await record(['e', 'f', 'g'], { projectId: 2 });
    expect(await list()).toEqual({ a: 1, b: 1, c: 1, [CROWDED]: 1, e: 1, f: 1, g: 1 });
  });

  it('are limited over all relays that record at once', async () => {
    const { openAgain, record, list } = await openBounded();
    const others = [1, 2, 3].map(() => createStores(openAgain().database, { bounds }));
    await Promise.all(
      others.map((by, index) => record([`a${index}`, `b${index}`, `c${index}`], { by })),
    );
    const { [CROWDED]: crowded, ...made } = await list();
    expect([Object.keys(made).length, crowded]).toEqual([3, 6]);
  });
});
