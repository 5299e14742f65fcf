import { expect, it } from '@jest/globals';
import { CompiledQuery, sql } from 'kysely';
import { matchesEvent } from '#shared';
import { createRandom } from '../../../../../test/support/random.ts';
import { type Stores } from '../../../create-stores.ts';
import { kyselyOf, untilAnybodyWaits } from '#persistence/testing';
import {
  createGroupedEvent,
  createReport,
  type FreshDatabase,
  onEachDatabase,
  NOON_MS,
  DAY_MS,
} from '../../../testing/index.ts';
import { mergeInto } from '../../../testing/merge.ts';
import { sweepAll } from '../../../testing/sweep.ts';
import { toSearch } from '../../../testing/to-search.ts';
import { recordingLimits } from '../../reports/store/recording-limits.ts';
import { toSearchedEvent } from '../../../alerting/alerts/store/rule-condition.ts';
import { lockTags } from './lock-tags.ts';
import type { TagDistribution } from './tag.types.ts';

const NAMES = [
  'browser.name',
  'url',
  'user.id',
  'user.email',
  'handled',
  'a b:c',
  'größe',
  'sdk.name',
];
const VALUES = ['Firefox', 'firefox', '100%_sure', 'yes', '/checkout/7', 'Ωmega', "o'\\x", '42'];

const SEARCHES = [
  'browser.name:Firefox',
  'browser.name:[FIREFOX, 42]',
  'browser:firefox',
  'tags[browser]:firefox',
  'browser.name:F*x',
  'browser.name:*',
  '"a b:c":"100%"*',
  '"a b:c":100__sure',
  'größe:"o\'\\\\x"',
  'größe:Ω*',
  'größe:ω*',
  'url:/check',
  'url:*out*7',
  'user.id:42',
  'user.id:*2',
  'user:42',
  'user:fire*',
  'tags[user.id]:42,yes',
  'handled:yes',
  'handled:[yes, no]',
  'sdk.name:nothing',
  'no-such-tag:x',
  'has:handled',
  'has:user',
  'has:[no-such-tag, größe]',
  'has:no-such-tag',
];

type Created = ReturnType<typeof createGroupedEvent>;

function createRandomEvents(count: number): Created[] {
  const random = createRandom(28);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  return Array.from({ length: count }, () => {
    const tags = NAMES.filter(() => random() < 0.3).map((name) => [name, pick(VALUES)] as const);
    return createGroupedEvent({
      groupedBy: `bug ${Math.floor(random() * 30)}`,
      event: {
        projectId: pick([1, 2]),
        receivedAtMs: NOON_MS,
        occurredAtMs: NOON_MS - Math.floor(random() * 5) * DAY_MS,
        ...(tags.length > 0 && { tags: new Map(tags) }),
      },
    });
  });
}

function recount(events: readonly Created[]): Record<string, Record<string, number>> {
  const counted: Record<string, Record<string, number>> = {};
  for (const { event } of events) {
    for (const [name, value] of event.tags ?? []) {
      const values = (counted[name] ??= {});
      values[value] = (values[value] ?? 0) + 1;
    }
  }
  return counted;
}

function toCounted(tags: readonly TagDistribution[]): Record<string, Record<string, number>> {
  return Object.fromEntries(
    tags.map(({ name, values }) => [
      name,
      Object.fromEntries(values.map(({ value, events }) => [value, events])),
    ]),
  );
}

async function foldAll({ tags }: Pick<Stores, 'tags'>): Promise<void> {
  while (await tags.fold());
}

async function tidyAll({ tags }: Pick<Stores, 'tags'>, nowMs: number): Promise<void> {
  let position = await tags.tidy(nowMs);
  while (position) position = await tags.tidy(nowMs, position);
}

async function countRows({ db }: FreshDatabase): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of [
    'tag_journal',
    'tags',
    'tag_counts',
    'key_tags',
    'key_tag_names',
    'project_tag_days',
  ]) {
    const { rows } = await sql<{
      n: number;
    }>`select count(*) as n from ${sql.table(table)}`.execute(db);
    counts[table] = rows[0]!.n;
  }
  return counts;
}

const NOTHING = {
  tag_journal: 0,
  tags: 0,
  tag_counts: 0,
  key_tags: 0,
  key_tag_names: 0,
  project_tag_days: 0,
};

/** Expects of each project, tag and day what all keys of the project count. */
async function expectProjectCounts({ db }: FreshDatabase): Promise<void> {
  const sums = await sql`
    select t.project_id, t.name, x.tag_id, c.day, cast(sum(c.events) as bigint) as events
    from tag_counts c join tags t on t.id = c.tag_id
    join (select id, id as tag_id from tags union all select id, 0 from tags) x on x.id = t.id
    group by t.project_id, t.name, x.tag_id, c.day order by 1, 2, 3, 4`.execute(db);
  const counted = await sql`
    select project_id, name, tag_id, day, events from project_tag_days
    order by 1, 2, 3, 4`.execute(db);
  expect(counted.rows).toEqual(sums.rows);
}

onEachDatabase('the counts by tags', ({ kind, openFresh }) => {
  async function openWith(events: readonly Created[]) {
    const opened = await openFresh('project-1', 'project-2');
    const { stores, db } = opened;
    for (let from = 0; from < events.length; from += 50) {
      await stores.reports.record([createReport(from + 1, events.slice(from, from + 50))]);
    }
    await foldAll(stores);
    const byIssue = async (): Promise<Map<number, Created[]>> => {
      const rows = await db
        .selectFrom('events')
        .innerJoin('grouping_keys', 'grouping_keys.id', 'events.grouping_key_id')
        .select(['event_id', 'issue_id'])
        .where('issue_id', 'is not', null)
        .execute();
      const issueOf = new Map(rows.map(({ event_id, issue_id }) => [event_id, issue_id!]));
      const found = new Map<number, Created[]>();
      for (const each of events) {
        const issueId = issueOf.get(each.event.eventId);
        if (issueId !== undefined) found.set(issueId, [...(found.get(issueId) ?? []), each]);
      }
      return found;
    };
    return { ...opened, byIssue };
  }

  it('equal a plain recount, as do searches, after merging, parting and deleting', async () => {
    const opened = await openWith(createRandomEvents(400));
    const { stores, byIssue } = opened;
    const expectRecounted = async () => {
      await expectProjectCounts(opened);
      const issues = await byIssue();
      for (const [issueId, events] of issues) {
        const counted = toCounted(await stores.tags.list(issueId, 100));
        expect({ issueId, counted }).toEqual({ issueId, counted: recount(events) });
      }
      for (const text of SEARCHES) {
        for (const asked of [text, `!${text}`]) {
          const found = [...issues].filter(([, events]) => {
            const search = toSearch(text);
            const isThere = events.some((event) =>
              matchesEvent(search, toSearchedEvent(event), { nowMs: NOON_MS }),
            );
            return isThere === (asked === text);
          });
          const listed = await stores.issues.list({ limit: 100, search: toSearch(asked) });
          const ids = (those: readonly number[]) => those.toSorted((a, b) => a - b);
          expect([asked, ids(listed.map(({ id }) => id))]).toEqual([
            asked,
            ids(found.map(([id]) => id)),
          ]);
        }
      }
      return issues;
    };
    const issues = await expectRecounted();
    const listed = await stores.issues.list({ limit: 2, projectIds: [1] });
    const [from, into] = listed.map(({ id }) => id) as [number, number];
    const { undo } = await mergeInto(stores, { from, into });
    await expectRecounted();
    await undo();
    await stores.deletions.delete(into);
    await sweepAll(stores, NOON_MS);
    const left = await expectRecounted();
    expect([issues.size, left.size]).toEqual([60, 59]);
  });

  it('are written once with each recorded event, and folded into counts later', async () => {
    const [event] = [createGroupedEvent({ event: { tags: new Map([['plan', 'gold']]) } })];
    const opened = await openWith([event]);
    const { stores } = opened;
    await stores.reports.record([createReport(1, [event]), createReport(2, [event])]);
    expect(await countRows(opened)).toMatchObject({ tag_journal: 0, tag_counts: 1 });
    await stores.reports.record([createReport(3, [createGroupedEvent()])]);
    expect(await stores.tags.list(1, 5)).toEqual([
      { name: 'plan', events: 1, valueCount: 1, values: [{ value: 'gold', events: 1 }], others: 0 },
    ]);
  });

  it('are folded in short steps, however many tags one batch has', async () => {
    const opened = await openWith([]);
    const { stores, db } = opened;
    const event = (value: string, more: object = {}) => {
      const tags = Array.from({ length: 100 }, (_, at) => [`tag ${at}`, value] as const);
      return createGroupedEvent({ event: { tags: new Map(tags), ...more } });
    };
    const some = Array.from({ length: 50 }, (_, at) => at);
    const batches: readonly Created[][] = [
      some.map((at) => event(`${at}`)),
      some.map((at) => event('x', { occurredAtMs: NOON_MS - (at % 30) * DAY_MS })),
      some.map((at) => event(`${at}`.padEnd(200, 'y'))),
    ];
    for (const [at, events] of batches.entries()) {
      await stores.reports.record([createReport(900 + at, events)]);
    }
    const steps: number[] = [];
    const count = async () => (await countRows(opened))['tag_counts']!;
    for (let hasMore = true, before = 0; hasMore;) {
      hasMore = await stores.tags.fold();
      steps.push((await count()) - before);
      before += steps.at(-1)!;
    }
    expect(Math.max(...steps)).toBeLessThan(3000);
    const { rows } = await sql<{ n: number }>`
        select cast(sum(events) as bigint) as n from tag_counts`.execute(db);
    expect(rows).toEqual([{ n: 15_000 }]);
  });

  it('have no entry for a name that databases cannot store', async () => {
    const { stores } = await openWith([createGroupedEvent()]);
    expect(await stores.tags.find(1, 'a\0b', 3)).toBeUndefined();
  });

  it('are kept for 1,000 values of a tag and 200 tags of a key, others together', async () => {
    const { valuesPerTag, tagNamesPerKey } = recordingLimits;
    const users = Array.from({ length: valuesPerTag + 50 }, (_, index) =>
      createGroupedEvent({ event: { tags: new Map([['user.id', `${index % 1020}`]]) } }),
    );
    const names = Array.from({ length: tagNamesPerKey + 20 }, (_, index) =>
      createGroupedEvent({ event: { tags: new Map([[`name ${index}`, 'x']]) } }),
    );
    const { stores, db } = await openWith([...users, ...names]);
    const found = await stores.tags.find(1, 'user.id', 3);
    expect(found).toEqual({
      name: 'user.id',
      events: valuesPerTag + 50,
      valueCount: valuesPerTag,
      values: ['0', '1', '2'].map((value) => ({ value, events: 2 })),
      others: 20,
    });
    const counted = await db.selectFrom('key_tag_names').selectAll().execute();
    expect(counted).toHaveLength(tagNamesPerKey);
    expect(await stores.tags.list(1, 1)).toHaveLength(100);
    const listed = await stores.issues.list({ limit: 9, search: toSearch('has:user.id') });
    expect(listed).toHaveLength(1);
  });

  it('are removed for days beyond the retention, with values that no key counts', async () => {
    const events = createRandomEvents(100);
    const opened = await openWith(events);
    const { stores, byIssue } = opened;
    await tidyAll(stores, NOON_MS + 88 * DAY_MS);
    const left = (each: Created) => each.event.occurredAtMs >= NOON_MS - DAY_MS;
    for (const [issueId, own] of await byIssue()) {
      const counted = toCounted(await stores.tags.list(issueId, 100));
      expect(counted).toEqual(recount(own.filter(left)));
    }
    await expectProjectCounts(opened);
    await tidyAll(stores, NOON_MS + 91 * DAY_MS);
    expect(await countRows(opened)).toEqual(NOTHING);
  });

  it('are removed with their issue, whether folded or not', async () => {
    const opened = await openWith(createRandomEvents(100));
    const { stores } = opened;
    await stores.reports.record([createReport(999, createRandomEvents(50))]);
    const listed = await stores.issues.list({ limit: 100 });
    for (const { id } of listed) await stores.deletions.delete(id);
    await foldAll(stores);
    await sweepAll(stores, NOON_MS);
    await foldAll(stores);
    await tidyAll(stores, NOON_MS);
    expect(await countRows(opened)).toEqual(NOTHING);
  });

  it('are not given to a later key when their key is removed before folding', async () => {
    const plan = (groupedBy: string, tag: string, projectId: number) =>
      createGroupedEvent({ groupedBy, event: { projectId, tags: new Map([['plan', tag]]) } });
    const { stores } = await openWith([]);
    await stores.reports.record([createReport(1, [plan('swept', 'gold', 1)])]);
    const [swept] = await stores.issues.list({ limit: 1 });
    await stores.deletions.delete(swept!.id);
    await sweepAll(stores, NOON_MS);
    await stores.reports.record([createReport(2, [plan('later', 'tin', 2)])]);
    await foldAll(stores);
    const [later] = await stores.issues.list({ limit: 1 });
    expect(toCounted(await stores.tags.list(later!.id, 5))).toEqual({ plan: { tin: 1 } });
  });

  if (kind === 'postgres') {
    it('are folded with keys locked in the order of recording, without removed keys', async () => {
      const { stores, db, openAgain } = await openWith([]);
      const tagged = (groupedBy: string) =>
        createGroupedEvent({ groupedBy, event: { tags: new Map([['plan', groupedBy]]) } });
      await stores.reports.record([createReport(1, ['a', 'b', 'c'].map(tagged))]);
      await foldAll(stores);
      const keys = await db.selectFrom('grouping_keys').select('id').orderBy('id').execute();
      const [first, middle, last] = keys.map(({ id }) => id) as [number, number, number];
      await db
        .insertInto('tag_journal')
        .values({
          entries: JSON.stringify({
            tags: [['plan', 'new']],
            counts: [last, middle, first].map((id) => [id, 20_000, [0, 1]]),
          }),
        })
        .execute();
      const lock = (transaction: typeof db, id: number) =>
        transaction
          .selectFrom('grouping_keys')
          .select('id')
          .where('id', '=', id)
          .forUpdate()
          .execute();
      let folding: Promise<unknown> = Promise.resolve();
      await openAgain()
        .db.transaction()
        .execute(async (transaction) => {
          await lock(transaction, first);
          folding = stores.tags.fold();
          await untilAnybodyWaits(db);
          // No other transaction holds these rows. PostgreSQL would otherwise report a deadlock.
          // A vacuum that holds them gives way after a second.
          await sql`set local lock_timeout = '10s'`.execute(transaction);
          await lock(transaction, last);
          await transaction.deleteFrom('grouping_keys').where('id', '=', middle).execute();
        });
      await folding;
      const counted = await db
        .selectFrom('key_tags')
        .innerJoin('tags', 'tags.id', 'key_tags.tag_id')
        .select('grouping_key_id')
        .where('value', '=', 'new')
        .orderBy('grouping_key_id')
        .execute();
      expect(counted.map(({ grouping_key_id }) => grouping_key_id)).toEqual([first, last]);
    });
  }

  if (kind === 'postgres') {
    it('are locked before a removed key, in the order of erasing', async () => {
      const { stores, db, openAgain } = await openWith([]);
      await stores.reports.record([createReport(1, [createGroupedEvent({ groupedBy: 'a' })])]);
      const [issue] = await stores.issues.list({ limit: 1 });
      await stores.deletions.delete(issue!.id);
      let sweeping: Promise<unknown> = Promise.resolve();
      await openAgain()
        .db.transaction()
        .execute(async (transaction) => {
          await lockTags({ transaction, dialect: { hasConcurrentWriters: true } as never });
          sweeping = stores.deletions.sweep(NOON_MS);
          await untilAnybodyWaits(db);
          // No other transaction holds the key, so the statement does not wait.
          await sql`set local lock_timeout = '1s'`.execute(transaction);
          await transaction.selectFrom('grouping_keys').select('id').forUpdate().execute();
        });
      expect(await sweeping).toBe(true);
    });
  }

  it('are searched by an index, without reading events', async () => {
    const { database: first, openAgain } = await openWith(createRandomEvents(400));
    if (kind === 'postgres') {
      // PostgreSQL would scan tables as small as these.
      const without = `do $$ begin
          execute format('alter database %I set enable_seqscan = off', current_database());
        end $$`;
      await kyselyOf(first).executeQuery(CompiledQuery.raw(without));
      await kyselyOf(first).executeQuery(CompiledQuery.raw('analyze'));
    }
    const { explain } = openAgain();
    const explainSearch = (text: string) =>
      explain((stores) =>
        stores.issues.list({ limit: 50, nowMs: NOON_MS, search: toSearch(text) }),
      );
    for (const text of ['browser.name:Firefox', 'url:/check', '!user.id:42 is:unresolved']) {
      const plan = await explainSearch(text);
      expect(plan).toMatch(/tags_by_value/);
      expect(plan).toMatch(/key_tags_by_tag/);
      expect(plan).not.toMatch(/\bevents\b|event_|SCAN (?:tags|c|k)\b/);
    }
    expect(await explainSearch('has:handled')).toMatch(/key_tag_names_by_name/);
  });
});
