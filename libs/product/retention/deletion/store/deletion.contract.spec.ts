import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import type { KyselyDatabase } from '#persistence/stores';
import {
  createAttachment,
  createFeedback,
  createGroupedEvent,
  createReport,
  onEachDatabase,
  NOON_MS,
} from '../../../testing/index.ts';
import { expectConsistent } from '../../../testing/consistency.ts';
import { untilAnybodyWaits } from '#persistence/testing';
import { mergeInto } from '../../../testing/merge.ts';
import type { EventTraits } from '../../../testing/reports.ts';
import { ANN, eventOf, openTriagedIssues } from '../../../testing/triage.ts';
import { countBuckets } from '../../../recording/counts/store/count-buckets.ts';
import { releaseKeys } from './release-keys.ts';

const TABLES = [
  'issues',
  'issue_history',
  'issue_comments',
  'grouping_keys',
  'key_pointers',
  'events',
  'event_payloads',
  ...countBuckets.map(({ table }) => table),
  'key_users',
] as const;

type Ids = [string, string, string];

onEachDatabase('DeletionStore', ({ kind, openFresh }) => {
  async function openIssues(count: number) {
    const opened = await openTriagedIssues(openFresh, count);
    const { deletions } = opened.stores;
    const db = opened.db;
    const countRows = async () => {
      const counts = TABLES.map(async (table) => {
        const rows = await db.selectFrom(table).selectAll().execute();
        return [table, rows.length] as const;
      });
      return Object.fromEntries(await Promise.all(counts));
    };
    const sweepAll = async () => {
      let steps = 0;
      while (await deletions.sweep(NOON_MS)) steps += 1;
      return steps;
    };
    return { ...opened, db, deletions, countRows, sweepAll };
  }

  it('hides a deleted issue at once, with its events, history and comments', async () => {
    const { deletions, issues, triage, change, stores, historyOf } = await openIssues(2);
    const by = { byUserId: ANN, nowMs: NOON_MS };
    const [resolved] = await change([1], { kind: 'resolve' });
    const historyId = resolved?.outcome === 'changed' ? resolved.historyId : 0;
    const comment = await triage.comment({ issueId: 1, body: 'Mine.', ...by });
    const commentId = comment.outcome === 'changed' ? comment.commentId : 0;
    expect(await deletions.delete(1)).toBe(true);
    expect(await issues.find(1)).toBeUndefined();
    expect(await issues.findProject(1)).toBeUndefined();
    expect(await issues.listProjectsOf([1, 2])).toEqual(new Map([[2, 1]]));
    expect((await issues.list({ limit: 10 })).map(({ id }) => id)).toEqual([2]);
    expect(await stores.events.find(1)).toBeUndefined();
    expect(await historyOf(1)).toEqual([]);
    expect(await triage.findIssueOfComment(commentId)).toBeUndefined();
    expect(await change([1, 2], { kind: 'resolve' })).toMatchObject([
      { outcome: 'refused', code: 'issue.unknown' },
      { issueId: 2, outcome: 'changed' },
    ]);
    const unknown = [{ outcome: 'refused', code: 'issue.unknown' }];
    expect(await triage.assign({ issueIds: [1], ...by })).toMatchObject(unknown);
    expect(await triage.undo({ historyIds: [historyId], ...by })).toMatchObject(unknown);
    expect(await triage.comment({ issueId: 1, body: 'Again.', ...by })).toEqual({
      outcome: 'notFound',
    });
  });

  it('deletes an issue once, and no unknown issue', async () => {
    const { deletions } = await openIssues(1);
    expect(await deletions.delete(1)).toBe(true);
    expect(await deletions.delete(1)).toBe(false);
    expect(await deletions.delete(99)).toBe(false);
  });

  it('lets the next event of a deleted issue make a new issue with a new number', async () => {
    const { deletions, record, issues } = await openIssues(2);
    await deletions.delete(2);
    await record(eventOf(2, 1000), eventOf(1, 1000));
    expect(await issues.list({ limit: 10 })).toMatchObject([
      { id: 3, number: 3, events: 1, firstSeenMs: NOON_MS + 1000 },
      { id: 1, number: 1, events: 2 },
    ]);
  });

  it('leaves no row of a swept issue, and all rows of other issues', async () => {
    const { deletions, record, change, triage, countRows, sweepAll, db } = await openIssues(2);
    await record(
      { ...withNewerKey('e', eventOf(1, 1000)), userHash: 'ann' },
      { ...withNewerKey('f', eventOf(2, 1000)), userHash: 'ann' },
    );
    for (const id of [1, 2]) {
      await change([id], { kind: 'resolve' });
      await triage.comment({ issueId: id, body: 'Text', byUserId: ANN, nowMs: NOON_MS });
    }
    const both = await countRows();
    expect(Object.values(both).every((rows) => rows > 0)).toBe(true);
    await deletions.delete(1);
    // Steps: events, users, four tables of counts, key.
    expect(await sweepAll()).toBe(7);
    const one = Object.fromEntries(Object.entries(both).map(([table, rows]) => [table, rows / 2]));
    expect(await countRows()).toEqual(one);
    await expectConsistent(db);
  });

  it('removes the files and feedback of the events of a deleted issue, in small steps', async () => {
    const { deletions, stores, db, sweepAll } = await openIssues(0);
    const eventIds = ['a'.repeat(32), 'b'.repeat(32)];
    const bring = (eventId: string, reportId: number) =>
      createReport(reportId, [createGroupedEvent({ event: { eventId }, groupedBy: eventId })], {
        attachments: [
          createAttachment(Buffer.alloc(20 * 256 * 1024), { eventId }),
          createAttachment('png', { eventId: `${reportId}`.repeat(32), item: 2 }),
        ],
        feedback: [createFeedback({ eventId, id: `${reportId}`.repeat(32) })],
      });
    await stores.reports.record(eventIds.map((eventId, index) => bring(eventId, index + 2)));
    const [issue] = await stores.issues.list({ limit: 10 });
    const latest = await stores.events.find(issue!.id);
    await deletions.delete(issue!.id);
    // Steps: chunks twice, rows, feedback, event, four tables of counts, key.
    expect(await sweepAll()).toBe(10);
    const [left] = eventIds.filter((id) => id !== latest?.event.eventId);
    expect(await db.selectFrom('attachments').select('event_id').execute()).toHaveLength(2);
    expect(await db.selectFrom('attachment_chunks').select('id').execute()).toHaveLength(21);
    expect(await db.selectFrom('feedback').select('event_id').execute()).toEqual([
      { event_id: left },
    ]);
  });

  it('removes a file that came apart from its feedback, but none of an event with its id', async () => {
    const { deletions, db, stores, sweepAll } = await openIssues(0);
    const [own, other, said] = ['a', 'b', 'c'].map((letter) => letter.repeat(32)) as Ids;
    const bring = (eventId: string, reportId: number) =>
      createReport(reportId, [createGroupedEvent({ event: { eventId }, groupedBy: eventId })], {
        attachments: [createAttachment('png', { eventId })],
      });
    await stores.reports.record([bring(own, 2)]);
    const [issue] = await stores.issues.list({ limit: 1 });
    await stores.reports.record([
      bring(other, 3),
      createReport(4, [], {
        feedback: [other, said].map((id) => createFeedback({ eventId: own, id })),
      }),
      createReport(5, [], { attachments: [createAttachment('png', { eventId: said })] }),
    ]);
    await deletions.delete(issue!.id);
    await sweepAll();
    expect(await db.selectFrom('attachments').select('event_id').execute()).toEqual([
      { event_id: other },
    ]);
    expect(await db.selectFrom('feedback').selectAll().execute()).toEqual([]);
  });

  it('deletes all keys of an issue, even of issues merged into it', async () => {
    const { deletions, stores, record, issues, countRows, sweepAll } = await openIssues(3);
    await mergeInto(stores, { from: 2, into: 1 });
    expect((await issues.find(1))?.hasMerged).toBe(true);
    expect(await deletions.delete(2)).toBe(false);
    expect(await deletions.delete(1)).toBe(true);
    expect(await issues.findProject(2)).toBeUndefined();
    await record(eventOf(1, 1000), eventOf(2, 1000));
    await sweepAll();
    const numbers = (await issues.list({ limit: 10 })).map(({ number }) => number);
    expect(new Set(numbers)).toEqual(new Set([3, 4, 5]));
    expect(await countRows()).toMatchObject({ grouping_keys: 3, events: 3 });
  });

  it('removes many events in many steps, each complete', async () => {
    const { deletions, record, countRows, db } = await openIssues(1);
    await record(...Array.from({ length: 249 }, () => eventOf(1, 0)));
    await deletions.delete(1);
    const left: number[] = [];
    while (await deletions.sweep()) left.push((await countRows())['events'] ?? NaN);
    expect(left).toEqual([150, 50, 0, 0, 0, 0, 0, 0]);
    expect(await db.selectFrom('event_payloads').selectAll().execute()).toEqual([]);
  });

  it('removes fewer events in a step when their bodies are large', async () => {
    const { deletions, record, countRows } = await openIssues(1);
    const large = () => Array.from({ length: 60_000 }, () => Math.random().toString(36).slice(2));
    for (let each = 0; each < 12; each += 1) {
      await record({ ...eventOf(1, 0), sent: { extra: { large: large() } } });
    }
    await deletions.delete(1);
    await deletions.sweep();
    const { events = 0 } = await countRows();
    expect(events).toBeGreaterThan(0);
    expect(events).toBeLessThan(13);
  });

  it('removes users and hours in steps', async () => {
    const { deletions, db, countRows, sweepAll } = await openIssues(1);
    const inThousands = (count: number) => Array.from({ length: count }, (_, index) => index);
    await db
      .insertInto('key_users')
      .values(inThousands(2500).map((user) => ({ grouping_key_id: 1, user_hash: `user ${user}` })))
      .execute();
    await db
      .insertInto('event_hours')
      .values(
        inThousands(1500).map((hour) => ({
          grouping_key_id: 1,
          starts_at: hour,
          release_id: 0,
          environment_id: 0,
          events: 1,
          last_at: hour,
        })),
      )
      .execute();
    await deletions.delete(1);
    // Steps: one with the event, five of users, four of hours, one each with minute, day, total
    // and key.
    expect(await sweepAll()).toBe(14);
    expect(Object.values(await countRows()).every((rows) => rows === 0)).toBe(true);
  });

  it('removes one kind of row in a step', async () => {
    const { deletions, record, countRows } = await openIssues(1);
    await record({ ...eventOf(1, 1000), userHash: 'ann' });
    await deletions.delete(1);
    const removed: string[][] = [];
    for (let before = await countRows(); await deletions.sweep();) {
      const after = await countRows();
      removed.push(TABLES.filter((table) => after[table] !== before[table]));
      before = after;
    }
    expect(removed).toEqual([
      ['events', 'event_payloads'],
      ['key_users'],
      ...countBuckets.map(({ table }) => [table]),
      ['grouping_keys'],
    ]);
  });

  it('remembers that a project had issues after all of them are deleted', async () => {
    const { deletions, issues, sweepAll } = await openIssues(1);
    await deletions.delete(1);
    await sweepAll();
    expect(await issues.hasEverHadIssues()).toBe(true);
    expect(await issues.hasEverHadIssues([1])).toBe(true);
    expect(await issues.hasEverHadIssues([2])).toBe(false);
    expect(await issues.hasEverHadIssues([])).toBe(false);
    expect(await (await openIssues(0)).issues.hasEverHadIssues()).toBe(false);
  });

  it('counts an event under deletion as a duplicate, and forgets its id afterwards', async () => {
    const { deletions, record, sweepAll, issues } = await openIssues(0);
    const again = { event: { eventId: 'a'.repeat(32) } };
    await record(again);
    await deletions.delete(1);
    expect(await record(again)).toMatchObject({ stored: 0, duplicates: 1 });
    await sweepAll();
    expect(await record(again)).toMatchObject({ stored: 1 });
    expect(await issues.list({ limit: 10 })).toMatchObject([{ number: 2, events: 1 }]);
  });

  it('neither loses nor miscounts events that several relays record during deletions', async () => {
    const { stores, openAgain, db, deletions, sweepAll } = await openIssues(0);
    const relays = [stores, openAgain().stores, openAgain().stores];
    const owner = openAgain().stores;
    const over = new AbortController();
    const sweeping = relays.slice(1).map(async (relay) => {
      while (!over.signal.aborted) {
        await relay.deletions.sweep();
        await nextTurn();
      }
    });
    let deleted = 0;
    for (let round = 0; round < 8; round += 1) {
      const newest = await owner.issues.list({ limit: 3 });
      const recording = relays.map(({ reports }, relay) =>
        reports.record([{ ...createRound(round, relay), origin: `relay ${relay}` }]),
      );
      const deleting = newest.map(({ id }) => owner.deletions.delete(id));
      for (const facts of await Promise.all(recording)) expect(facts.stored).toBe(20);
      deleted += (await Promise.all(deleting)).filter(Boolean).length;
    }
    over.abort();
    await Promise.all(sweeping);
    expect(deleted).toBe(21);
    await sweepAll();
    await expectConsistent(db);
    for (const { id } of await owner.issues.list({ limit: 100 })) await deletions.delete(id);
    await sweepAll();
    const left = TABLES.map((table) => db.selectFrom(table).selectAll().execute());
    expect((await Promise.all(left)).flat()).toEqual([]);
  });

  if (kind === 'postgres') {
    it.each([
      ['the key of the issue', eventOf(1, 1000)],
      ['the key that a newer key is to point to', withNewerKey('f', eventOf(1, 1000))],
    ])(
      'counts an event anew when its issue is deleted while recording waits for %s',
      async (_, event) => {
        const { db, record, issues, deletions, openAgain } = await openIssues(1);
        const { kysely: elsewhere, dialect } = openAgain().database as KyselyDatabase;
        let recording: Promise<unknown> = Promise.resolve();
        await elsewhere.transaction().execute(async (transaction) => {
          await releaseKeys({ transaction, dialect }, 1);
          await transaction.deleteFrom('issues').where('id', '=', 1).execute();
          recording = record(event);
          await untilAnybodyWaits(db);
        });
        await recording;
        while (await deletions.sweep());
        expect(await issues.list({ limit: 10 })).toMatchObject([{ id: 2, number: 2, events: 1 }]);
        await expectConsistent(db);
      },
    );
  }
});

function withNewerKey(letter: string, event: EventTraits): EventTraits {
  const keys = [{ version: 2, key: letter.repeat(32) }, ...event.grouping!.keys!];
  return { ...event, grouping: { ...event.grouping, keys } };
}

function createRound(round: number, relay: number) {
  const events = Array.from({ length: 20 }, (_, index) =>
    createGroupedEvent({
      groupedBy: `group ${(index * (relay + 1)) % 7}`,
      userHash: `user ${index % 5}`,
    }),
  );
  return createReport(round, events);
}
