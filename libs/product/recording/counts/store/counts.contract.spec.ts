import { expect, it } from '@jest/globals';
import { createRandom } from '../../../../../test/support/random.ts';
import { createStores } from '../../../create-stores.ts';
import {
  createGroupedEvent,
  createReport,
  onEachDatabase,
  DAY_MS,
  NOON_MS,
} from '../../../testing/index.ts';
import { mergeInto } from '../../../testing/merge.ts';
import { toSearch } from '../../../testing/to-search.ts';
import { issueSorts } from '../../issues/store/issue.types.ts';
import type { Issue, IssueSort, WantedIssues } from '../../issues/store/issue.types.ts';
import { toCountRange } from './count-filter.ts';
import type { CountSpan } from './count-filter.ts';

interface Happened {
  readonly id: string;
  readonly atMs: number;
  readonly word: string;
  readonly release: string | undefined;
  readonly environment: string | undefined;
  readonly user: string | undefined;
}

const RELEASES = ['1.4.0', '1.4.2', '1.10.0', 'shop@2.0.0', 'f00', 'Wäh %', undefined];
const ENVIRONMENTS = ['production', 'Staging', undefined];

const FILTERS: readonly (readonly [
  search: string,
  holds: (event: Happened, firstSeen: (release: string) => number) => boolean,
])[] = [
  ['', () => true],
  ['release:1.4.2', ({ release }) => release === '1.4.2'],
  ['!release:1.4.2', ({ release }) => release !== '1.4.2'],
  ['release:[1.4.0, f00]', ({ release }) => release === '1.4.0' || release === 'f00'],
  ['release:1.*', ({ release }) => release?.startsWith('1.') ?? false],
  // A release that is no version is compared by when it was first seen.
  [
    'release:>=1.4.2',
    ({ release }, seen) =>
      ['1.4.2', '1.10.0', 'shop@2.0.0'].includes(release ?? '') ||
      (isNoVersion(release) && seen(release) > seen('1.4.2')),
  ],
  [
    'release:<1.10.0',
    ({ release }, seen) =>
      ['1.4.0', '1.4.2'].includes(release ?? '') ||
      (isNoVersion(release) && seen(release) < seen('1.10.0')),
  ],
  [
    'release:>1.4.0 !release:[1.10.0, f00, w*]',
    (e) => ['1.4.2', 'shop@2.0.0'].includes(e.release ?? ''),
  ],
  ['release:"WäH %"', ({ release }) => release === 'Wäh %'],
  ['release:2.0.0', ({ release }) => release === 'shop@2.0.0'],
  ['release:"2.0.0"', () => false],
  ['release:none-such', () => false],
  ['environment:STAGING', ({ environment }) => environment === 'Staging'],
  ['!environment:[staging, production]', ({ environment }) => environment === undefined],
  [
    'release:1.4.2 environment:production',
    (e) => e.release === '1.4.2' && e.environment === 'production',
  ],
];

const SPANS: readonly (CountSpan | undefined)[] = [
  undefined,
  { unit: 'minute', count: 60, endMs: NOON_MS },
  { unit: 'hour', count: 24, endMs: NOON_MS },
  { unit: 'hour', count: 40, endMs: NOON_MS - DAY_MS },
  { unit: 'hour', count: 48, endMs: NOON_MS + DAY_MS / 2 - 1 },
  { unit: 'day', count: 14, endMs: NOON_MS },
  { unit: 'day', count: 3, endMs: NOON_MS - 2 * DAY_MS },
  { unit: 'day', count: 40, endMs: NOON_MS },
];

const SORTED_BY: Record<IssueSort, (issue: Issue) => number> = {
  lastSeen: ({ lastSeenMs }) => lastSeenMs,
  firstSeen: ({ firstSeenMs }) => firstSeenMs,
  events: ({ events }) => events,
  users: ({ users }) => users,
  trend: ({ trend }) => trend,
};

onEachDatabase('the counts of issues by release and environment', ({ kind, openFresh }) => {
  async function openRandom() {
    const fresh = await openFresh('app');
    const { stores } = fresh;
    const random = createRandom(28);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
    const happened: Happened[] = [];
    for (let batch = 0; batch < 12; batch += 1) {
      const events = Array.from({ length: 25 }, (_, index): Happened => ({
        id: (batch * 100 + index).toString(16).padStart(32, '0'),
        atMs: NOON_MS - Math.floor(random() ** 3 * 16 * DAY_MS),
        word: pick(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']),
        release: pick(RELEASES),
        environment: pick(ENVIRONMENTS),
        user: random() < 0.2 ? undefined : pick(['ann', 'bob', 'cy', 'di', 'ed']),
      }));
      happened.push(...events);
      await stores.reports.record([createReport(batch, events.map(toGrouped))]);
    }
    const issueOf = async (word: string) => {
      const { id } = happened.find((event) => event.word === word)!;
      const { issue_id } = await fresh.db
        .selectFrom('events')
        .innerJoin('grouping_keys', 'grouping_keys.id', 'grouping_key_id')
        .select('issue_id')
        .where('event_id', '=', id)
        .executeTakeFirstOrThrow();
      return issue_id!;
    };
    const merge = async (from: string, into: string) =>
      mergeInto(stores, { from: await issueOf(from), into: await issueOf(into) });
    await merge('b', 'a');
    await merge('c', 'a');
    await (await merge('d', 'e')).undo();
    await merge('f', 'g');
    await stores.deletions.delete(await issueOf('h'));
    while (await stores.deletions.sweep(NOON_MS));
    await stores.storage.settle(1, async () => 0);
    const thinned = fresh.db.selectFrom('events').select('id').where('not_kept', '=', 'thinned');
    for (let from; (await thinned.execute()).length < 8;) {
      from = await stores.retention.makeRoom(NOON_MS, from);
      if (!from) throw new Error('There is nothing to thin.');
    }
    const left = happened.filter(({ word }) => word !== 'h');
    const ids = new Map<string, number>();
    for (const word of 'abcdefgi') ids.set(word, await issueOf(word));
    const firstSeen = (release: string) =>
      Math.min(...happened.filter((e) => e.release === release).map(({ atMs }) => atMs));
    return { ...fresh, left, firstSeen, issueIdOf: (event: Happened) => ids.get(event.word)! };
  }

  it('equal a plain recount for each filter, time span and order', async () => {
    const { stores, left, firstSeen, issueIdOf } = await openRandom();
    const plain = await stores.issues.list({ limit: 99, nowMs: NOON_MS });
    for (const span of SPANS) {
      for (const [text, holds] of FILTERS) {
        const found = left.filter((event) => holds(event, firstSeen) && isWithin(event.atMs, span));
        const expected = groupBy(found, issueIdOf);
        const search = toSearch(text);
        const wanted = { search, nowMs: NOON_MS, ...(span ? { span } : {}) };
        for (const sort of issueSorts) {
          const listed = await stores.issues.list({ ...wanted, limit: 99, sort });
          const told = listed.map(({ id, events, lastSeenMs }) => ({ id, events, lastSeenMs }));
          const recounted = [...expected].map(([id, events]) => ({
            ...plain.find((issue) => issue.id === id)!,
            events: events.length,
            lastSeenMs: Math.max(...events.map(({ atMs }) => atMs)),
          }));
          const sorted = recounted
            .toSorted((a, b) => SORTED_BY[sort](b) - SORTED_BY[sort](a) || b.id - a.id)
            .map(({ id, events, lastSeenMs }) => ({ id, events, lastSeenMs }));
          expect({ text, span, sort, told }).toEqual({ text, span, sort, told: sorted });
        }
        expect(await stores.issues.count(wanted)).toBe(expected.size);
        const counts = await stores.counts.count({ ...wanted, issueIds: [...expected.keys()] });
        expect([...counts.values()].reduce((sum, { events }) => sum + events, 0)).toBe(
          found.length,
        );
        await expectUsers(stores, { wanted, expected });
        if (span) await expectBars(stores, { wanted: { ...wanted, span }, expected });
      }
    }
  });

  it('stop at the number of issues that is asked for', async () => {
    const { stores } = await openRandom();
    const wanted = { nowMs: NOON_MS, search: toSearch('environment:production') };
    const all = await stores.issues.count(wanted);
    expect(all).toBeGreaterThan(2);
    expect(await stores.issues.count({ ...wanted, limit: 2 })).toBe(2);
    expect(await stores.issues.count({ ...wanted, limit: 9000 })).toBe(all);
  });

  it('allow pages of issues forth and back', async () => {
    const { stores } = await openRandom();
    const wanted = { nowMs: NOON_MS, search: toSearch('environment:production') };
    for (const sort of issueSorts) {
      const all = await stores.issues.list({ ...wanted, sort, limit: 99 });
      const edgeOf = (issue: Issue) => ({ id: issue.id, value: SORTED_BY[sort](issue) });
      const next = await stores.issues.list({ ...wanted, sort, limit: 2, before: edgeOf(all[1]!) });
      expect(next).toEqual(all.slice(2, 4));
      const back = await stores.issues.list({ ...wanted, sort, limit: 2, after: edgeOf(all[2]!) });
      expect(back).toEqual(all.slice(0, 2));
    }
  });

  it('list new names first, and the releases that began in a time and met the issue', async () => {
    const { stores, left, firstSeen, issueIdOf } = await openRandom();
    const environments = await stores.counts.listNames({ kind: 'environment', limit: 9 });
    expect(environments.toSorted()).toEqual(['Staging', 'production']);
    const other = { kind: 'release', projectIds: [2], limit: 9 } as const;
    expect(await stores.counts.listNames(other)).toEqual([]);
    const span = { unit: 'day', count: 20, endMs: NOON_MS } as const;
    const asked = { projectId: 1, span, limit: 2 };
    const begun = await stores.counts.listBegun({ ...asked, issueId: issueIdOf(left[0]!) });
    expect(begun).toHaveLength(2);
    expect(begun[0]!.atMs).toBeGreaterThanOrEqual(begun[1]!.atMs);
    const release = '1.4.2';
    const lone = createGroupedEvent({ groupedBy: 'lone', event: { release } });
    await stores.reports.record([createReport(99, [lone])]);
    const { id: issueId } = (await stores.issues.list({ limit: 1, sort: 'firstSeen' }))[0]!;
    expect(await stores.counts.listBegun({ ...asked, issueId })).toEqual([
      { release, atMs: firstSeen(release) },
    ]);
  });

  it('find issues with and without a release or environment as soon as they are recorded', async () => {
    const { stores, left, issueIdOf } = await openRandom();
    const silent = createGroupedEvent({ groupedBy: 'silent' });
    await stores.reports.record([createReport(99, [silent])]);
    const all = await stores.issues.list({ limit: 99, nowMs: NOON_MS });
    for (const name of ['release', 'environment'] as const) {
      const having = new Set(left.filter((event) => event[name] !== undefined).map(issueIdOf));
      for (const [text, isThere] of [
        [`has:${name}`, true],
        [`${name}:*`, true],
        [`!has:${name}`, false],
      ] as const) {
        const search = toSearch(text);
        const listed = await stores.issues.list({ limit: 99, nowMs: NOON_MS, search });
        const expected = all.filter(({ id }) => having.has(id) === isThere);
        const idsOf = (issues: readonly Issue[]) => new Set(issues.map(({ id }) => id));
        expect([text, idsOf(listed)]).toEqual([text, idsOf(expected)]);
      }
    }
  });

  it('are read by their keys, with a limited number of events', async () => {
    const { explain } = await openRandom();
    const plan = await explain(async ({ issues, counts }) => {
      const search = toSearch('release:1.4.2 environment:production');
      const span: CountSpan = { unit: 'day', count: 14, endMs: NOON_MS };
      for (const sort of issueSorts) await issues.list({ search, sort, limit: 9, nowMs: NOON_MS });
      for (const sort of issueSorts)
        await issues.list({ search, span, sort, limit: 9, nowMs: NOON_MS });
      await issues.count({ search, span, nowMs: NOON_MS });
      await counts.countUsers({ issueIds: [1, 2], search, span, eventsPerGroup: 9 });
      await counts.listBars({ issueIds: [1, 2], search, span });
      await counts.listBegun({ issueId: 1, projectId: 1, span, limit: 9 });
    });
    const ofNames = await explain(async (stores) => {
      const search = toSearch('environment:production');
      await stores.issues.count({ search, projectIds: [1], nowMs: NOON_MS });
    });
    expect(ofNames).toMatch(
      kind === 'sqlite' ? /counted_names USING .*\(project_id=\? AND kind=\?/ : /kind = /,
    );
    const isSqlite = kind === 'sqlite';
    // PostgreSQL scans a whole table of counts while the table is small.
    expect(plan).not.toMatch(
      isSqlite
        ? /SCAN (?:counted|c|bucket|k|e|events|counted_key|grouping_keys)\b/
        : /Seq Scan on events/,
    );
    expect(plan).toMatch(
      isSqlite ? /SEARCH e USING INDEX events_by_key \(grouping_key_id=\?/ : /events_by_key/,
    );
  });
});

type Stores = ReturnType<typeof createStores>;

interface Recount {
  readonly wanted: WantedIssues;
  readonly expected: ReadonlyMap<number, readonly Happened[]>;
}

async function expectUsers(stores: Stores, { wanted, expected }: Recount): Promise<void> {
  const users = await stores.counts.countUsers({
    ...wanted,
    eventsPerGroup: 100,
    issueIds: [...expected.keys()],
  });
  for (const [id, events] of expected) {
    const met = new Set(events.flatMap(({ user }) => user ?? []));
    expect([id, users.get(id)]).toEqual([id, met.size]);
  }
}

async function expectBars(
  stores: Stores,
  { wanted, expected }: Recount & { readonly wanted: { readonly span: CountSpan } },
): Promise<void> {
  const { firstStartMs, bucketMs, count } = toCountRange(wanted.span);
  for (const perBar of [1, 3]) {
    const options = { ...wanted, issueIds: [...expected.keys()], perBar };
    const bars = await stores.counts.listBars(options);
    for (const [id, events] of expected) {
      const recounted = Array.from({ length: Math.ceil(count / perBar) }, () => 0);
      for (const { atMs } of events) {
        recounted[Math.floor((atMs - firstStartMs) / bucketMs / perBar)]! += 1;
      }
      expect(bars.get(id)).toEqual(recounted);
    }
  }
}

function toGrouped({ id, atMs, word, release, environment, user }: Happened) {
  return createGroupedEvent({
    groupedBy: word,
    ...(user === undefined ? {} : { userHash: user }),
    event: {
      eventId: id,
      occurredAtMs: atMs,
      ...(release === undefined ? {} : { release }),
      ...(environment === undefined ? {} : { environment }),
    },
  });
}

function isNoVersion(release: string | undefined): release is string {
  return release === 'f00' || release === 'Wäh %';
}

function isWithin(atMs: number, span: CountSpan | undefined): boolean {
  if (!span) return true;
  const { firstStartMs, lastStartMs, bucketMs } = toCountRange(span);
  return atMs >= firstStartMs && atMs < lastStartMs + bucketMs;
}

function groupBy(
  events: readonly Happened[],
  toKey: (event: Happened) => number,
): ReadonlyMap<number, readonly Happened[]> {
  const groups = new Map<number, Happened[]>();
  for (const event of events) {
    const group = groups.get(toKey(event)) ?? [];
    groups.set(toKey(event), [...group, event]);
  }
  return groups;
}
