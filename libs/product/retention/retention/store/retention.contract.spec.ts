import { describe, expect, it } from '@jest/globals';
import { type Kysely, sql } from 'kysely';
import { boundLimits } from '#shared';
import { createStores } from '../../../create-stores.ts';
import type { Stores } from '../../../create-stores.ts';
import { countStatements } from '../../../testing/count-statements.ts';
import type { Schema } from '#persistence/stores';
import { createAttachment, createFeedback } from '../../../testing/attachments.ts';
import { untilAnybodyWaits } from '#persistence/testing';
import {
  createGroupedEvent,
  measureStored,
  onEachDatabase,
  NOON_MS,
  HOUR_MS,
  DAY_MS,
} from '../../../testing/index.ts';
import type { EventTraits } from '../../../testing/reports.ts';
import { sweepAll } from '../../../testing/sweep.ts';
import type { ProcessedReport } from '../../../recording/reports/store/report.ts';
import { countBuckets } from '../../../recording/counts/store/count-buckets.ts';
import { retentionSettings } from '../../../projects/projects/store/settings/retention-settings.ts';

const MIDNIGHT_MS = NOON_MS - 12 * HOUR_MS;
const BY_RECEIPT = {
  sqlite: /SEARCH events USING INDEX events_by_receipt \(project_id=\? AND received_at<\?\)/,
  postgres: /Index Scan using events_by_receipt on events/,
};
const BATCHES = 12;
const PER_BATCH = 20;
const PAYLOAD_BYTES = createGroupedEvent().payload.body.length;

onEachDatabase('RetentionStore', ({ kind, openFresh }) => {
  async function openProjects() {
    const fresh = await openFresh('app', 'web');
    const record = (
      events: readonly EventTraits[],
      traits: Partial<ProcessedReport> = {},
    ): Promise<unknown> => {
      fresh.clock.ms = Math.max(...events.map(({ event }) => event?.receivedAtMs ?? NOON_MS));
      return fresh.recordReport({ events: events.map(createGroupedEvent), ...traits });
    };
    return { ...fresh, record };
  }

  describe('removal while another process records', () => {
    it('removes old events but no new ones, and keeps all counts correct', async () => {
      const { stores, database, openAgain, record, db } = await openProjects();
      const old = NOON_MS - 100 * DAY_MS;
      const batch = (fromMs: number, user: string) =>
        Array.from({ length: PER_BATCH }, (_, index) =>
          at(fromMs + index, {}, { groupedBy: `group ${index % 5}`, userHash: user }),
        );
      for (let each = 0; each < BATCHES; each += 1) {
        await record(batch(old + each * HOUR_MS, `old ${each}`));
      }
      const other = openAgain().stores;
      const recorded = new AbortController();
      const recordAll = async () => {
        for (let each = 0; each < BATCHES; each += 1) {
          await record(batch(NOON_MS + each * 1000, `new ${each}`));
        }
        recorded.abort();
      };
      const retainAll = async () => {
        while (!recorded.signal.aborted) {
          await other.retention.removeExpired(NOON_MS);
          await tidyAll(other);
        }
        await removeAll(other);
        await tidyAll(other);
      };
      await Promise.all([recordAll(), retainAll()]);
      const left = await db.selectFrom('events').select('received_at').execute();
      expect(left).toHaveLength(BATCHES * PER_BATCH);
      expect(Math.min(...left.map(({ received_at }) => received_at))).toBe(NOON_MS);
      const issues = await stores.issues.list({ limit: 10 });
      expect(issues.map(({ events, users }) => [events, users])).toEqual(
        Array.from({ length: 5 }, () => [(2 * BATCHES * PER_BATCH) / 5, 2 * BATCHES]),
      );
      const { projects } = await stores.storage.getState(NOON_MS);
      expect(projects[0]!.bytes).toBe(await measureStored(database, 1));
      const users = await db.selectFrom('key_users').select('user_hash').execute();
      expect(users).toHaveLength(5 * BATCHES);
    });
  });

  describe('removal after recording', () => {
    const eventsOf = (length: number, fromMs: number) =>
      Array.from({ length }, (_, index) => at(fromMs + index));

    it('deletes as many old events as are recorded, however slow the steps are', async () => {
      const { record, db, database } = await openProjects();
      const old = NOON_MS - 100 * DAY_MS;
      const eventId = 'a'.repeat(32);
      await record([at(old, { eventId }), ...eventsOf(299, old + 1)], {
        attachments: [createAttachment('x', { eventId, receivedAtMs: old })],
      });
      let slowMs = 0;
      const clock = { nowMs: () => (slowMs += 30) };
      const slow = createStores(database, { clock }).retention;
      for (let batch = 1; batch <= 10; batch += 1) {
        await record(eventsOf(25, NOON_MS + batch * 1000));
        await slow.keepUp(NOON_MS, 25);
        const left = await db
          .selectFrom('events')
          .select('id')
          .where('received_at', '<', NOON_MS)
          .execute();
        expect(300 - left.length).toBeGreaterThanOrEqual(25 * batch);
      }
    });

    it('asks nothing while no old event waits, but for a look each minute', async () => {
      const { record, db, database } = await openProjects();
      const { stores, during } = countStatements(database);
      const keepUp = (afterMs: number) =>
        during(() => stores.retention.keepUp(NOON_MS + afterMs, 5));
      expect(await keepUp(0)).toBeGreaterThan(0);
      await record([at(NOON_MS - 100 * DAY_MS)]);
      expect(await keepUp(59_999)).toBe(0);
      expect(await count(db)).toBe(1);
      await keepUp(60_000);
      expect(await count(db)).toBe(0);
    });
  });

  describe('removal by age', () => {
    it('removes events older than the days of their project, with their files and feedback', async () => {
      const { stores, record, db } = await openProjects();
      const keep = (projectId: number, days: number) =>
        stores.settings.patch(retentionSettings, { projectId, patch: { days }, nowMs: NOON_MS });
      await keep(2, 10);
      const old = MIDNIGHT_MS - 89 * DAY_MS - 1;
      const eventId = 'a'.repeat(32);
      await record([at(old, { eventId })], {
        attachments: [
          createAttachment('of the event', { eventId, receivedAtMs: old }),
          createAttachment('of none', { eventId: 'b'.repeat(32), item: 2, receivedAtMs: old }),
        ],
        feedback: [createFeedback({ id: 'c'.repeat(32), receivedAtMs: old })],
      });
      await record([
        at(old + 1),
        at(NOON_MS - 10 * DAY_MS, { projectId: 2 }),
        at(NOON_MS - 9 * DAY_MS, { projectId: 2 }),
      ]);
      expect(await removeAll(stores)).toBeGreaterThan(3);
      const kept = await db
        .selectFrom('events')
        .select('received_at')
        .orderBy('received_at')
        .execute();
      expect(kept.map(({ received_at }) => received_at)).toEqual([old + 1, NOON_MS - 9 * DAY_MS]);
      for (const table of ['attachments', 'attachment_chunks', 'feedback'] as const) {
        expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
      }
      const { projects } = await stores.storage.getState(NOON_MS);
      const bytes = expect.closeTo(PAYLOAD_BYTES + boundLimits.stubBytes, -2);
      expect(projects).toEqual([
        { projectId: 1, bytes, dayBytes: 0 },
        { projectId: 2, bytes, dayBytes: 0 },
      ]);
    });

    it('removes old failed reports, except those under retry', async () => {
      const { stores, db } = await openProjects();
      const old = NOON_MS - 100 * DAY_MS;
      const failed = [old, old, NOON_MS].map((receivedAtMs, reportId) => ({
        origin: 'origin-1',
        reportId,
        projectId: 1,
        publicKey: 'abc',
        receivedAtMs,
        reason: 'Out of range.',
        outcomes: [],
        body: Buffer.from('{}'),
      }));
      await stores.failedReports.put(failed);
      await stores.failedReports.requestRetry({ id: 2 }, { byUserId: 1, nowMs: NOON_MS });
      await removeAll(stores);
      const left = await db.selectFrom('failed_reports').select('id').orderBy('id').execute();
      expect(left).toEqual([{ id: 2 }, { id: 3 }]);
    });

    it('keeps head, counts, history and bars of an issue without any event left', async () => {
      const { stores, record, db } = await openProjects();
      const old = NOON_MS - 100 * DAY_MS;
      await record([at(old, {}, { userHash: 'ann' }), at(old + 1, {}, { userHash: 'bob' })]);
      const by = { byUserId: 1, nowMs: NOON_MS };
      await stores.triage.change({ issueIds: [1], change: { kind: 'resolve' }, ...by });
      const before = await stores.issues.find(1, NOON_MS);
      await removeAll(stores);
      expect(await stores.issues.find(1, NOON_MS)).toEqual(before);
      expect(before).toMatchObject({ events: 2, users: 2, value: 'x is undefined' });
      expect(await stores.events.find(1)).toBeUndefined();
      expect(await stores.triage.listHistory(1, { order: 'oldestFirst', limit: 9 })).toHaveLength(
        1,
      );
      expect(await listCounts(db, 'event_days')).toEqual([2]);
      expect(await db.selectFrom('storage_days').selectAll().execute()).toEqual([]);
      await record([at(NOON_MS)]);
      expect(await stores.issues.find(1, NOON_MS)).toMatchObject({ events: 3 });
    });

    it('removes 100 events or 4 MiB in a step', async () => {
      const { stores, record, db } = await openProjects();
      const old = NOON_MS - 100 * DAY_MS;
      await record(Array.from({ length: 250 }, () => at(old)));
      await stores.retention.removeExpired(NOON_MS);
      expect(await count(db)).toBe(150);
      const body = Buffer.alloc(2 * 1024 * 1024);
      const next = db.selectFrom('events').select('id').orderBy('id').limit(3);
      const payloads = db.updateTable('event_payloads').set({ body });
      await payloads.where('id', 'in', next).execute();
      await stores.retention.removeExpired(NOON_MS);
      expect(await count(db)).toBe(148);
    });

    it('finds old events by indexes alone', async () => {
      const { record, explain, db } = await openProjects();
      await record(Array.from({ length: 300 }, () => at(NOON_MS)));
      const plan = await explain(async (stores) => {
        await stores.retention.removeExpired(NOON_MS + 200 * DAY_MS);
      });
      expect(await count(db)).toBe(200);
      expect(plan).toMatch(BY_RECEIPT[kind]);
      expect(plan).not.toMatch(/TEMP B-TREE|SCAN (events|attachments|feedback)\b/);
    });
  });

  describe('removal to make room', () => {
    /**
     * Records events of two issues on `days` days, up to the day before yesterday. Each issue
     * gets three events in each of two hours a day.
     */
    async function fill(record: (events: EventTraits[]) => Promise<unknown>, days: number) {
      for (let day = 1; day <= days; day += 1) {
        const startMs = MIDNIGHT_MS - (1 + day) * DAY_MS;
        await record(
          Array.from({ length: 12 }, (_, index) =>
            at(
              startMs + (index % 2) * HOUR_MS + index,
              {},
              { groupedBy: `issue ${Math.floor(index / 2) % 2}` },
            ),
          ),
        );
      }
    }
    const EVENT = PAYLOAD_BYTES + boundLimits.stubBytes;

    it('begins when nine tenths of the budget are used, and stops at eight', async () => {
      const { stores, record } = await openProjects();
      await fill(record, 3);
      const { bytes } = (await stores.storage.getState(NOON_MS)).projects[0]!;
      const setShare = (share: number) =>
        stores.storage.settle(Math.ceil((bytes * 2) / share), async () => 0);
      await setShare(0.89);
      expect(await makeRoom(stores)).toBe(0);
      await setShare(0.91);
      expect(await makeRoom(stores)).toBeGreaterThan(1);
      const { budgetBytes, projects } = await stores.storage.getState(NOON_MS);
      const used = projects[0]!.bytes / (budgetBytes / 2);
      expect(used).toBeLessThan(0.8);
      expect(used).toBeGreaterThan(0.5);
      expect(await makeRoom(stores)).toBe(0);
    });

    it('thins the oldest days to one event per issue and hour, then day, then drops days', async () => {
      const { stores, record, db } = await openProjects();
      await fill(record, 3);
      await record([at(NOON_MS - DAY_MS), at(NOON_MS - DAY_MS + 1), at(NOON_MS)]);
      const days = [4, 3, 2].map((day) => MIDNIGHT_MS - day * DAY_MS);
      const listWhole = async () => {
        const rows = await db
          .selectFrom('events')
          .select('received_at')
          .where('not_kept', 'is', null)
          .execute();
        return days.map(
          (day) => rows.filter((row) => Math.floor((row.received_at - day) / DAY_MS) === 0).length,
        );
      };
      /**
       * Makes room until the number of events with payload by day equals `shape`. The budget of 2
       * bytes is always exceeded.
       */
      const stepTo = async (shape: readonly number[]) => {
        await stores.storage.settle(2, async () => 0);
        for (let from; (from = await stores.retention.makeRoom(NOON_MS, from));) {
          if (JSON.stringify(await listWhole()) === JSON.stringify(shape)) return;
        }
        throw new Error(`It became ${JSON.stringify(await listWhole())}.`);
      };
      await stepTo([4, 12, 12]);
      await stepTo([4, 4, 4]);
      expect(await count(db)).toBe(39);
      await stepTo([2, 2, 2]);
      await stepTo([0, 0, 2]);
      expect(await count(db)).toBe(15);
      await makeRoom(stores);
      expect(await count(db)).toBe(3);
      const issues = await stores.issues.list({ limit: 10 });
      expect(issues.map(({ events }) => events)).toEqual([3, 18, 18]);
    });

    it('leaves stubs without files that link to the whole events', async () => {
      const { stores, record } = await openProjects();
      const startMs = MIDNIGHT_MS - 5 * DAY_MS;
      const [first, second] = ['1', '2'].map((letter) => letter.repeat(32));
      const files = [first!, second!].map((eventId, index) =>
        createAttachment('x', { eventId, item: index + 5, receivedAtMs: startMs }),
      );
      await record([at(startMs, { eventId: first! }), at(startMs + 1, { eventId: second! })], {
        attachments: files,
      });
      await stores.storage.settle(EVENT * 4, async () => 0);
      await makeRoom(stores);
      expect(await stores.events.find(1, second)).toMatchObject({
        notKept: { why: 'thinned', nearestEventId: first },
        olderEventId: first,
      });
      expect(await stores.events.find(1)).toMatchObject({ event: { eventId: first } });
      expect(await stores.attachments.list(1, first!, 9)).toHaveLength(1);
      expect(await stores.attachments.list(1, second!, 9)).toEqual([]);
      expect(await sweepAll(stores, NOON_MS)).toBeGreaterThan(0);
      // A stub of this event is still stored, so the repeated event is a duplicate and is not
      // counted again.
      await record([at(NOON_MS, { eventId: second! })]);
      expect(await stores.issues.find(1)).toMatchObject({ events: 2 });
    });

    it('allows new whole events again, and removes from the project that uses most', async () => {
      const { stores, record, db } = await openProjects();
      await fill(record, 4);
      await record([at(MIDNIGHT_MS - 5 * DAY_MS, { projectId: 2 })]);
      const sum = (await stores.storage.getState(NOON_MS)).projects[0]!.bytes;
      await stores.storage.settle(sum * 2, async () => 0);
      await record([at(NOON_MS)]);
      await makeRoom(stores);
      await record([at(NOON_MS)]);
      const events = db.selectFrom('events').select('not_kept');
      const since = events.where('received_at', '=', NOON_MS).orderBy('id');
      expect(await since.execute()).toEqual([{ not_kept: 'budget' }, { not_kept: null }]);
      expect(await events.where('project_id', '=', 2).execute()).toEqual([{ not_kept: null }]);
    });
  });

  if (kind === 'postgres') {
    it.each(['removes', 'thins'] as const)(
      '%s events that another process rewrites, and counts the bytes that were removed',
      async (how) => {
        const { stores, record, db, database } = await openProjects();
        const old = NOON_MS - (how === 'removes' ? 100 : 3) * DAY_MS;
        await record([at(old), at(old + 1)]);
        const { bytes } = (await stores.storage.getState(NOON_MS)).projects[0]!;
        const more = Buffer.alloc(1000);
        if (how === 'thins') await stores.storage.settle(2, async () => 0);
        await rewriteDuring(db, {
          write: async (erasing) => {
            await sql`update event_payloads set body = body || ${more}`.execute(erasing);
            const set = { bytes: bytes + 2 * more.length };
            await erasing.updateTable('storage_days').set(set).execute();
          },
          remove: () =>
            how === 'removes'
              ? stores.retention.removeExpired(NOON_MS)
              : stores.retention.makeRoom(NOON_MS),
        });
        const { projects } = await stores.storage.getState(NOON_MS);
        expect(projects[0]?.bytes ?? 0).toBe((await measureStored(database, 1)) ?? 0);
      },
    );
  }

  describe('removal of counts and users', () => {
    const seen = (atMs: number, userHash: string) => at(atMs, {}, { userHash });

    it('removes users not seen for the days of the project, and keeps their number', async () => {
      const { stores, record, db } = await openProjects();
      const [start, later] = [NOON_MS - 100 * DAY_MS, NOON_MS - 50 * DAY_MS];
      await record([seen(start, 'ann'), seen(start, 'bob')]);
      await record([seen(later, 'ann')]);
      await tidyAll(stores);
      const users = await db.selectFrom('key_users').select('last_on').execute();
      expect(users).toEqual([{ last_on: Math.floor(later / DAY_MS) }]);
      expect(await stores.issues.find(1)).toMatchObject({ users: 2 });
      await record([seen(NOON_MS, 'ann')]);
      expect(await stores.issues.find(1)).toMatchObject({ users: 2 });
      // Bob's row was deleted, so he counts as a new user.
      await record([seen(NOON_MS, 'bob')]);
      expect(await stores.issues.find(1)).toMatchObject({ users: 3 });
    });

    it('keeps the number of users of merged issues, also when they are counted again', async () => {
      const { stores, record } = await openProjects();
      const start = NOON_MS - 100 * DAY_MS;
      const of = (groupedBy: string, users: number, days = 0) =>
        Array.from({ length: users }, (_, user) =>
          at(start + days * DAY_MS, {}, { groupedBy, userHash: `user ${user}` }),
        );
      await record([...of('a', 11), ...of('c', 1, 100)]);
      await record(of('b', 10, 1));
      const list = await stores.issues.list({ limit: 9 });
      const [c, b, a] = list.map(({ id }) => id);
      const by = { byUserId: 1, nowMs: NOON_MS };
      await stores.merges.merge({ issueIds: [a!, b!], intoId: a!, ...by });
      expect(await stores.issues.find(a!)).toMatchObject({ users: 11 });
      // The users of one group leave a day before those of the other.
      await tidyAll(stores, start + 90 * DAY_MS);
      await tidyAll(stores);
      expect(await stores.issues.find(a!)).toMatchObject({ users: 11 });
      await stores.merges.merge({ issueIds: [a!, c!], intoId: a!, ...by });
      expect(await stores.issues.find(a!)).toMatchObject({ users: 12 });
    });

    if (kind === 'postgres') {
      it('changes merged issues in the order of their ids when old users are removed', async () => {
        const { stores, record, db } = await openProjects();
        const start = NOON_MS - 100 * DAY_MS;
        const groups = ['a', 'b', 'c', 'd'];
        for (const groupedBy of groups) await record([at(start, {}, { groupedBy, userHash: 'u' })]);
        const by = { byUserId: 1, nowMs: NOON_MS };
        await stores.merges.merge({ issueIds: [1, 4], intoId: 1, ...by });
        await stores.merges.merge({ issueIds: [2, 3], intoId: 3, ...by });
        const { removing, free } = await db.transaction().execute(async (other) => {
          const lock = (id: number) => other.selectFrom('issues').select('id').where('id', '=', id);
          await lock(1).forUpdate().execute();
          const waiting = tidyAll(stores);
          await untilAnybodyWaits(db);
          return { removing: waiting, free: await lock(3).forUpdate().skipLocked().execute() };
        });
        await removing;
        expect(free).toEqual([{ id: 3 }]);
      });

      it('keeps a user who is seen while old users are removed', async () => {
        const { stores, record, db } = await openProjects();
        await record([seen(NOON_MS - 100 * DAY_MS, 'ann')]);
        const last_on = Math.floor(NOON_MS / DAY_MS);
        await rewriteDuring(db, {
          write: (seeing) => seeing.updateTable('key_users').set({ last_on }).execute(),
          remove: () => tidyAll(stores),
        });
        const users = await db.selectFrom('key_users').select('last_on').execute();
        expect(users).toEqual([{ last_on }]);
      });
    }

    it('updates the row of a known user once a day at most', async () => {
      const { record, db } = await openProjects();
      const changes = async () => {
        const rows = await db.selectFrom('key_users').select(['first_on', 'last_on']).execute();
        return rows.map(({ first_on, last_on }) => last_on - first_on);
      };
      await record([seen(NOON_MS, 'ann')]);
      await record([seen(NOON_MS + HOUR_MS, 'ann')]);
      expect(await changes()).toEqual([0]);
      await record([seen(NOON_MS + 3 * DAY_MS, 'ann')]);
      await record([seen(NOON_MS + DAY_MS, 'ann')]);
      expect(await changes()).toEqual([3]);
    });

    it('drops old minutes, hours and days, and keeps the total', async () => {
      const { stores, record, db } = await openProjects();
      const start = MIDNIGHT_MS - 120 * DAY_MS;
      await record([at(start), at(start + 5 * HOUR_MS), at(start + 23 * HOUR_MS), at(NOON_MS)]);
      await record([at(start + DAY_MS + HOUR_MS)], {});
      const listAll = () => Promise.all(countBuckets.map(({ table }) => listCounts(db, table)));
      await tidyAll(stores);
      expect(await listAll()).toEqual([[1], [1], [3, 1, 1], [5]]);
      expect(await stores.issues.find(1)).toMatchObject({ events: 5, firstSeenMs: start });
      await tidyAll(stores, NOON_MS + DAY_MS);
      expect(await listAll()).toEqual([[], [1], [3, 1, 1], [5]]);
      await tidyAll(stores, NOON_MS + 282 * DAY_MS);
      expect(await listAll()).toEqual([[], [], [1], [5]]);
    });

    it('continues after each step, regardless of the number of changed rows', async () => {
      const { stores, record, db } = await openProjects();
      const old = NOON_MS - 100 * DAY_MS;
      await record([at(old), at(old, {}, { groupedBy: 'other' })]);
      const rows = Array.from({ length: 4500 }, (_, index) => ({
        grouping_key_id: 1 + (index % 2),
        user_hash: `user ${index}`,
      }));
      for (let start = 0; start < rows.length; start += 500) {
        await db
          .insertInto('key_users')
          .values(rows.slice(start, start + 500))
          .execute();
      }
      expect(await tidyAll(stores)).toBe(4);
      expect(await db.selectFrom('key_users').selectAll().execute()).toEqual([]);
    });
  });

  it('describes how long projects keep events, and which day is removed next', async () => {
    const { stores, record } = await openProjects();
    const days = { projectId: 2, patch: { days: 30 }, nowMs: NOON_MS };
    await stores.settings.patch(retentionSettings, days);
    await record([at(NOON_MS - 5 * DAY_MS), at(NOON_MS)]);
    const oldestDayMs = MIDNIGHT_MS - 5 * DAY_MS;
    const projects = [
      { projectId: 1, days: 90, oldestDayMs, oldestGoesAtMs: oldestDayMs + 90 * DAY_MS },
      { projectId: 2, days: 30 },
    ];
    expect(await stores.retention.describe([1, 2], NOON_MS)).toEqual({ projects });
    await stores.storage.settle(10, async () => 0);
    expect(await stores.retention.describe([1, 2], NOON_MS)).toEqual({
      projects,
      next: { projectId: 1, dayMs: oldestDayMs, becomes: 'hourly' },
    });
  });
});

function at(
  receivedAtMs: number,
  event: EventTraits['event'] = {},
  traits: EventTraits = {},
): EventTraits {
  return { ...traits, event: { receivedAtMs, ...event } };
}

async function removeAll({ retention }: Stores): Promise<number> {
  let steps = 0;
  while (await retention.removeExpired(NOON_MS)) steps += 1;
  return steps;
}

async function makeRoom({ retention }: Stores): Promise<number> {
  let steps = 0;
  for (let from; (from = await retention.makeRoom(NOON_MS, from));) steps += 1;
  return steps;
}

async function tidyAll({ retention }: Stores, nowMs = NOON_MS): Promise<number> {
  let steps = 0;
  for (let after: number | undefined = 0; after !== undefined; steps += 1) {
    after = await retention.tidyKeys(nowMs, after);
  }
  return steps;
}

async function count(db: Kysely<Schema>): Promise<number> {
  return (await db.selectFrom('events').select('id').execute()).length;
}

async function listCounts(
  db: Kysely<Schema>,
  table: (typeof countBuckets)[number]['table'],
): Promise<number[]> {
  const rows = await db.selectFrom(table).select('events').orderBy('starts_at').execute();
  return rows.map(({ events }) => events);
}

/** Begins to remove while a transaction has written, and commits once the removal waits for it. */
async function rewriteDuring(
  db: Kysely<Schema>,
  {
    write,
    remove,
  }: {
    readonly write: (transaction: Kysely<Schema>) => Promise<unknown>;
    readonly remove: () => Promise<unknown>;
  },
): Promise<void> {
  let removing: Promise<unknown> | undefined;
  await db.transaction().execute(async (transaction) => {
    await write(transaction);
    removing = remove();
    await untilAnybodyWaits(db);
  });
  await removing;
}
