import { describe, expect, it } from '@jest/globals';
import type { IssueChange, IssueStatus } from '#shared';
import { createGroupedEvent, createReport, onEachDatabase } from '../../../testing/index.ts';
import { mergeInto } from '../../../testing/merge.ts';
import { toSearch } from '../../../testing/to-search.ts';
import type { Issue, PageEdge } from './issue.types.ts';

const NOON_MS = Date.UTC(2026, 0, 5, 12);
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

function toEdge({ id, lastSeenMs }: Issue): PageEdge {
  return { id, value: lastSeenMs };
}

describe('IssueStore', () => {
  onEachDatabase(({ openFresh }) => {
    async function openWith(events: readonly (readonly [group: string, offsetMs: number])[]) {
      const fresh = await openFresh();
      await fresh.stores.projects.ensure([{ slug: 'app', id: 1 }]);
      await fresh.stores.reports.record([
        createReport(
          1,
          events.map(([groupedBy, offsetMs]) =>
            createGroupedEvent({
              groupedBy,
              grouping: { value: groupedBy },
              event: { receivedAtMs: NOON_MS + offsetMs },
            }),
          ),
        ),
      ]);
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

    it('pages through all issues without missing or repeating one', async () => {
      const { issues } = await openWith(
        Array.from({ length: 7 }, (_, i) => [`group ${i}`, Math.floor(i / 3) * 1000] as const),
      );
      const seen: number[] = [];
      let page = await issues.list({ limit: 2 });
      while (page.length > 0) {
        seen.push(...page.map(({ id }) => id));
        const last = page.at(-1);
        page = last ? await issues.list({ limit: 2, before: toEdge(last) }) : [];
      }
      const all = await issues.list({ limit: 100 });
      expect(seen).toEqual(all.map(({ id }) => id));
      expect(new Set(seen).size).toBe(7);
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
      const valuesOf = async ({
        status,
        ...options
      }: {
        status: IssueStatus;
        nowMs: number;
        limit?: number;
      }) => {
        const search = toSearch(`is:${status}`);
        const listed = await opened.issues.list({ limit: 100, search, ...options });
        return listed.map(({ value }) => value);
      };
      return { ...opened, valuesOf };
    }

    it('lists the issues of one status, and all issues without a status', async () => {
      const { issues, valuesOf } = await openWithStates();
      const nowMs = NOON_MS;
      const open = ['open 3', 'open 2', 'open 1'];
      expect(await valuesOf({ status: 'unresolved', nowMs })).toEqual(open);
      expect(await valuesOf({ status: 'resolved', nowMs })).toEqual(['resolved']);
      expect(await valuesOf({ status: 'muted', nowMs })).toEqual(['for a time', 'muted']);
      expect(await issues.list({ limit: 100 })).toHaveLength(6);
    });

    it('counts an issue as unresolved from the end of its mute on', async () => {
      const { issues, idOf, valuesOf } = await openWithStates();
      const untilMs = NOON_MS + HOUR_MS;
      const before = { nowMs: untilMs - 1 };
      const after = { nowMs: untilMs };
      expect(await valuesOf({ status: 'muted', ...before })).toEqual(['for a time', 'muted']);
      expect(await valuesOf({ status: 'muted', ...after })).toEqual(['muted']);
      const open = ['open 3', 'for a time', 'open 2', 'open 1'];
      expect(await valuesOf({ status: 'unresolved', ...after })).toEqual(open);
      const limited = await valuesOf({ status: 'unresolved', limit: 3, ...after });
      expect(limited).toEqual(open.slice(0, 3));
      const id = await idOf('for a time');
      expect((await issues.find(id, before.nowMs))?.state.status).toBe('muted');
      expect((await issues.find(id, after.nowMs))?.state).toEqual({
        status: 'unresolved',
        kind: 'new',
        sinceMs: untilMs,
      });
      const listed = await issues.list({ limit: 100, ...after });
      expect(listed.find((issue) => issue.id === id)?.state.status).toBe('unresolved');
    });

    it('pages through the issues of a status without missing or repeating one', async () => {
      const { issues } = await openWithStates();
      const options = { limit: 1, search: toSearch('is:unresolved'), nowMs: NOON_MS + HOUR_MS };
      const seen: string[] = [];
      let page = await issues.list(options);
      while (page.length > 0) {
        expect(page).toHaveLength(1);
        seen.push(...page.map(({ value }) => value));
        const last = page.at(-1);
        page = last ? await issues.list({ ...options, before: toEdge(last) }) : [];
      }
      expect(seen).toEqual(['open 3', 'for a time', 'open 2', 'open 1']);
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

    it('counts events by the minute, the current minute last', async () => {
      const { stores, idOf } = await openWith([
        ['a', 0],
        ['a', 59_999],
        ['a', -1],
        ['b', 0],
      ]);
      const issueId = await idOf('a');
      const span = { unit: 'minute', count: 3, endMs: NOON_MS + 100 } as const;
      const bars = await stores.counts.listBars({ issueIds: [issueId], span });
      expect(bars.get(issueId)).toEqual([0, 1, 2]);
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

    it('sums bars and counters over the keys of an issue', async () => {
      const { issues, idOf, stores } = await openWith([
        ['a', 0],
        ['b', 0],
        ['b', -HOUR_MS],
      ]);
      const [a, b] = [await idOf('a'), await idOf('b')];
      await mergeInto(stores, { from: b, into: a });
      expect(await issues.find(a)).toMatchObject({
        events: 3,
        firstSeenMs: NOON_MS - HOUR_MS,
        lastSeenMs: NOON_MS,
      });
      const span = { unit: 'hour', count: 2, endMs: NOON_MS } as const;
      const bars = await stores.counts.listBars({ issueIds: [a], span });
      expect(bars.get(a)).toEqual([1, 2]);
    });
  });
});
