import { expect, it } from '@jest/globals';
import type { Insertable } from 'kysely';
import type { IssueStatus } from '#shared';
import type { Schema } from '#persistence/stores';
import { onEachDatabase, NOON_MS } from '../../../testing/index.ts';
import { toSearch } from '../../../testing/to-search.ts';

const STATUSES = ['unresolved', 'resolved', 'muted', undefined] as const;

/**
 * Plans that walk issues of other projects. PostgreSQL plans by cost: with so few rows it may scan
 * the whole table for the issues that were found, so a scan is allowed there.
 */
const OTHER_WALKS = {
  sqlite: /issues_by_status|issues_by_last_seen|autoindex_issues|SCAN issues/,
  postgres: /Filter: .*project_id|issues_by_status|issues_by_last_seen/,
};

onEachDatabase('IssueStore, limited to projects', ({ kind, openFresh }) => {
  async function openWith(count: number) {
    const fresh = await openFresh('one', 'two', 'three');
    const words = { type: 'TypeError', value: '', place: '', level: 'error' as const };
    const counts = { events: 1, users: 0 };
    const rows = Array.from({ length: count }, (_, index) => ({
      ...words,
      ...counts,
      project_id: (index % 3) + 1,
      number: index + 1,
      first_seen_at: NOON_MS,
      last_seen_at: NOON_MS + Math.floor(index / 2) * 1000,
      ...toState(index),
    }));
    for (let from = 0; from < count; from += 500) {
      const some = rows.slice(from, from + 500);
      await fresh.db.insertInto('issues').values(some).execute();
    }
    return { ...fresh, issues: fresh.stores.issues };
  }

  const isListed = (status: IssueStatus | undefined, number: number): boolean => {
    const state = toState(number - 1);
    const isOver = state.mute_until !== null && state.mute_until <= NOON_MS;
    return status === undefined || status === (isOver ? 'unresolved' : state.status);
  };

  it.each(STATUSES)('lists the issues of these projects alone: %s', async (status) => {
    const { issues } = await openWith(60);
    const options = { limit: 100, nowMs: NOON_MS, ...toWanted(status) };
    const everything = await issues.list(options);
    for (const projectIds of [[2], [3, 1], [1, 2, 3], [], [99]]) {
      const wanted = everything.filter(({ projectId }) => projectIds.includes(projectId));
      expect(await issues.list({ ...options, projectIds })).toEqual(wanted);
    }
    expect(everything.map(({ number }) => number)).toEqual(
      Array.from({ length: 60 }, (_, index) => 60 - index).filter((each) => isListed(status, each)),
    );
  });

  it.each(STATUSES)('pages without missing or repeating an issue: %s', async (status) => {
    const { issues } = await openWith(60);
    const options = { nowMs: NOON_MS, projectIds: [1, 3], ...toWanted(status) };
    const seen: number[] = [];
    let page = await issues.list({ ...options, limit: 3 });
    while (page.length > 0) {
      seen.push(...page.map(({ id }) => id));
      const last = page.at(-1);
      const before = last && { value: last.lastSeenMs, id: last.id };
      page = before ? await issues.list({ ...options, limit: 3, before }) : [];
    }
    const all = await issues.list({ ...options, limit: 100 });
    expect(all.length).toBeGreaterThan(3);
    expect(seen).toEqual(all.map(({ id }) => id));
  });

  it.each(STATUSES)('reads no issue of another project: %s', async (status) => {
    const { analyze, explain } = await openWith(3000);
    await analyze('issues');
    const options = { limit: 101, nowMs: NOON_MS, ...toWanted(status) };
    const plan = await explain((stores) => stores.issues.list({ ...options, projectIds: [1, 2] }));
    expect(plan).toMatch(/issues_by_project\b/);
    expect(plan).not.toMatch(OTHER_WALKS[kind]);
  });

  it('finds ended mutes by an index, without reading other issues', async () => {
    const { analyze, explain } = await openWith(3000);
    await analyze('issues');
    const plan = await explain((stores) =>
      stores.issues.list({ limit: 101, nowMs: NOON_MS, ...toWanted('unresolved') }),
    );
    expect(plan).toMatch(/issues_by_mute_end/);
    expect(plan).not.toMatch(/SCAN issues|Filter: .*mute_until/);
  });
});

function toWanted(status: IssueStatus | undefined) {
  return status ? { search: toSearch(`is:${status}`) } : {};
}

type State = Pick<Insertable<Schema['issues']>, 'status' | 'status_kind'> & {
  readonly mute_until: number | null;
};

function toState(index: number): State {
  const tenth = index % 10;
  const muted = { status: 'muted', status_kind: 'time', mute_until: NOON_MS } as const;
  if (tenth === 9) return { ...muted, status_kind: 'forever', mute_until: null };
  if (tenth === 8) return { ...muted, mute_until: NOON_MS + 1 };
  if (tenth === 7) return muted;
  if (tenth >= 5) return { status: 'resolved', status_kind: 'now', mute_until: null };
  return { status: 'unresolved', status_kind: 'new', mute_until: null };
}
