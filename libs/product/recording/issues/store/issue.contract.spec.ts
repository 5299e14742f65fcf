import { expect, it } from '@jest/globals';
import type { IssueChange, IssueStatus } from '#shared';
import { onEachDatabase, NOON_MS, MINUTE_MS, HOUR_MS } from '../../../testing/index.ts';
import { toSearch } from '../../../testing/to-search.ts';

onEachDatabase('IssueStore', ({ openFresh }) => {
  async function openWith(events: readonly (readonly [group: string, offsetMs: number])[]) {
    const fresh = await openFresh('app');
    await fresh.record(
      ...events.map(([value, offsetMs]) => ({
        groupedBy: value,
        grouping: { value },
        event: { receivedAtMs: NOON_MS + offsetMs },
      })),
    );
    const idOf = async (group: string) => {
      const issues = await fresh.stores.issues.list({ limit: 100 });
      return issues.find(({ value }) => value === group)?.id ?? 0;
    };
    return { ...fresh, issues: fresh.stores.issues, idOf };
  }

  it('lists the latest seen issues first, and issues of one time by id, newest first', async () => {
    const { issues } = await openWith([
      ['old', -5000],
      ['new', 5000],
      ['same 1', 0],
      ['same 2', 0],
    ]);
    const listed = await issues.list({ limit: 10 });
    expect(listed.map(({ lastSeenMs }) => lastSeenMs - NOON_MS)).toEqual([5000, 0, 0, -5000]);
    expect(listed[1]?.id).toBeGreaterThan(listed[2]?.id ?? Infinity);
  });

  async function openWithStates() {
    const groups = ['open 1', 'resolved', 'open 2', 'muted', 'for a time', 'open 3'];
    const opened = await openWith(groups.map((group, index) => [group, index] as const));
    const change = async (group: string, asked: IssueChange) =>
      opened.stores.triage.change({
        issueIds: [await opened.idOf(group)],
        change: asked,
        byUserId: 1,
        nowMs: NOON_MS,
      });
    await change('resolved', { kind: 'resolve' });
    await change('muted', { kind: 'muteForever' });
    await change('for a time', { kind: 'muteForTime', untilMs: NOON_MS + HOUR_MS });
    const valuesOf = async (status: IssueStatus, nowMs: number, limit = 100) => {
      const search = toSearch(`is:${status}`);
      const listed = await opened.issues.list({ limit, search, nowMs });
      return listed.map(({ value }) => value);
    };
    return { ...opened, valuesOf };
  }

  it('counts an issue as unresolved from the end of its mute on', async () => {
    const { issues, idOf, valuesOf } = await openWithStates();
    const untilMs = NOON_MS + HOUR_MS;
    expect(await valuesOf('muted', untilMs - 1)).toEqual(['for a time', 'muted']);
    expect(await valuesOf('muted', untilMs)).toEqual(['muted']);
    const open = ['open 3', 'for a time', 'open 2', 'open 1'];
    expect(await valuesOf('unresolved', untilMs)).toEqual(open);
    const limited = await valuesOf('unresolved', untilMs, 3);
    expect(limited).toEqual(open.slice(0, 3));
    const id = await idOf('for a time');
    expect((await issues.find(id, untilMs - 1))?.state.status).toBe('muted');
    expect((await issues.find(id, untilMs))?.state).toEqual({
      status: 'unresolved',
      kind: 'new',
      sinceMs: untilMs,
    });
    const listed = await issues.list({ limit: 100, nowMs: untilMs });
    expect(listed.find((issue) => issue.id === id)?.state.status).toBe('unresolved');
  });

  it('finds an issue by id, and nothing by an unknown id', async () => {
    const { issues, idOf } = await openWith([['a', 0]]);
    const id = await idOf('a');
    expect(await issues.find(id)).toMatchObject({ id, value: 'a' });
    expect(await issues.find(id + 1)).toBeUndefined();
  });

  it('counts events by the hour, the current hour last, without other times', async () => {
    const { stores, idOf } = await openWith([
      ['a', 0],
      ['a', 59 * MINUTE_MS],
      ['a', -1],
      ['a', -3 * HOUR_MS],
      ['a', HOUR_MS],
      ['b', -2 * HOUR_MS],
    ]);
    const [a, b] = [await idOf('a'), await idOf('b')];
    const span = { unit: 'hour', count: 3, endMs: NOON_MS + 30 * MINUTE_MS } as const;
    const bars = await stores.counts.listBars({ issueIds: [a, b], span });
    expect(bars).toEqual(
      new Map([
        [a, [0, 1, 2]],
        [b, [1, 0, 0]],
      ]),
    );
  });

  it('gives bars of zeros for an issue without events, and none for no issues', async () => {
    const { counts } = (await openWith([])).stores;
    const span = { unit: 'hour', count: 2, endMs: NOON_MS } as const;
    expect(await counts.listBars({ issueIds: [5], span })).toEqual(new Map([[5, [0, 0]]]));
    expect(await counts.listBars({ issueIds: [], span })).toEqual(new Map());
  });

  it('returns the project of each issue', async () => {
    const { issues, idOf } = await openWith([
      ['a', 0],
      ['b', 0],
    ]);
    const [a, b] = [await idOf('a'), await idOf('b')];
    expect(await issues.listProjectsOf([a, 999, b])).toEqual(
      new Map([
        [a, 1],
        [b, 1],
      ]),
    );
    expect(await issues.listProjectsOf([])).toEqual(new Map());
  });
});
