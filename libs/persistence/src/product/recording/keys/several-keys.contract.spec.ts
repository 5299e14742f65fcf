import { describe, expect, it } from '@jest/globals';
import { createStores } from '../../../create-stores.ts';
import { expectConsistent } from '../../../testing/consistency.ts';
import { countStatements } from '../../../testing/count-statements.ts';
import { createGroupedEvent, createReport, onEachDatabase } from '../../../testing/index.ts';
import { listKeyRows } from '../../../testing/key-rows.ts';
import { kyselyOf } from '../../../testing/kysely-of.ts';
import { mergeInto } from '../../../testing/merge.ts';
import { toKeys } from '../../../testing/reports.ts';
import { untilAnybodyWaits } from '../../../testing/lock-waits.ts';
import { unbounded } from '../recording-bounds.ts';
import { recordingLimits } from '../recording-limits.ts';
import { tallyByKey } from './key-tally.ts';
import { lockProject, makeKeys } from './make-keys.ts';

/** Words of keys by several versions, newest first: `n o`. */
type Event = string;
/** Events of one batch: `n o, m o`. */
type Batch = string;

const NOON_MS = Date.UTC(2026, 0, 5, 12);
const CROWDED = 'Too many new issues at once';

describe('events with keys by several versions', () => {
  onEachDatabase(({ kind, openFresh }) => {
    async function open(bounds = unbounded) {
      const fresh = await openFresh();
      const stores = createStores(fresh.database, { bounds, clock: fresh.clock });
      await stores.projects.ensure([{ slug: 'app', id: 1 }]);
      const db = kyselyOf(fresh.database);
      const words = new Set<string>();
      let reportId = 0;
      const recordEvents = (events: readonly Event[], { reports } = stores, seconds = 0) => {
        reportId += 1;
        const grouped = events.map((each) => {
          const groupedBy = each.split(' ');
          for (const word of groupedBy) words.add(word);
          const atMs = NOON_MS + seconds * 1000;
          const event = { occurredAtMs: atMs, receivedAtMs: atMs };
          return createGroupedEvent({ groupedBy, grouping: { type: groupedBy[0]! }, event });
        });
        return reports.record([createReport(reportId, grouped)]);
      };
      const record = async (batch: Batch, seconds = 0) => {
        const { events } = await recordEvents(batch.split(', '), stores, seconds);
        return events.map(({ groupingVersion }) => groupingVersion);
      };
      return { ...fresh, stores, db, recordEvents, record, list: () => listKeyRows(db, words) };
    }

    it.each<[string, Batch[], Record<string, number>, Record<string, string>]>([
      ['new ones make an issue by the newest', ['n o'], { n: 1 }, { o: 'n' }],
      ['one of before decides', ['o', 'n o'], { o: 2 }, { n: 'o' }],
      ['the newest decides where all are known', ['n', 'o', 'n o'], { n: 2, o: 1 }, {}],
      ['a pointer decides as its key does', ['o', 'n o', 'n'], { o: 3 }, { n: 'o' }],
      ['what two glued of before stays glued', ['o', 'n o, m o'], { o: 3 }, { n: 'o', m: 'o' }],
      ['what two have never been splits', ['a b', 'c d'], { a: 1, c: 1 }, { b: 'a', d: 'c' }],
      ['new events of one batch share the older', ['n o, m o'], { n: 2 }, { o: 'n', m: 'n' }],
      ['new events of one batch share the newer', ['n o, n p'], { n: 2 }, { o: 'n', p: 'n' }],
      ['two of before are not merged', ['o, p', 'n o, n p'], { o: 3, p: 1 }, { n: 'o' }],
      ['an older alone comes before both', ['o, n o, m o'], { o: 3 }, { n: 'o', m: 'o' }],
      ['a newer alone comes before both', ['n, n o, o, m o'], { n: 4 }, { o: 'n', m: 'n' }],
      ['no pointer leads to a pointer', ['o', 'n o', 'm n'], { o: 3 }, { n: 'o', m: 'o' }],
      ['a version in between decides', ['o', 'm n o', 'k n'], { o: 3 }, { m: 'o', n: 'o', k: 'o' }],
      ['two versions may have one key', ['n n', 'm n'], { n: 2 }, { m: 'n' }],
    ])('%s', async (_, batches, rows, pointers) => {
      const { db, record, list } = await open();
      for (const batch of batches) await record(batch);
      expect(await list()).toEqual({ rows, pointers });
      await expectConsistent(db);
      // As if one after another.
      const single = await open();
      for (const event of batches.flatMap((batch) => batch.split(', '))) await single.record(event);
      expect(await single.list()).toEqual({ rows, pointers });
    });

    it('are grouped in each project apart', async () => {
      const { db, stores, record } = await open();
      await stores.projects.ensure([{ slug: 'web', id: 2 }]);
      await record('o, n o');
      const event = { projectId: 2 };
      const groupedBy = ['n', 'o'];
      await stores.reports.record([createReport(99, [createGroupedEvent({ event, groupedBy })])]);
      const pointers = db
        .selectFrom('key_pointers')
        .innerJoin('grouping_keys', 'grouping_keys.id', 'key_pointers.grouping_key_id')
        .select(['key_pointers.project_id', 'grouping_keys.project_id as of', 'events'])
        .orderBy('key_pointers.project_id');
      expect(await pointers.execute()).toEqual([
        { project_id: 1, of: 1, events: 2 },
        { project_id: 2, of: 2, events: 1 },
      ]);
      await expectConsistent(db);
    });

    it('say which version decided', async () => {
      const { stores, record } = await open();
      expect(await record('o')).toEqual([1]);
      expect(await record('m n o, n o, m x y')).toEqual([1, 2, 3]);
      expect(await record('m n o')).toEqual([3]);
      const found = await stores.events.find(1);
      expect(found).toMatchObject({ groupingVersion: 3, groupingKey: toKeys('o')[0]!.key });
      expect(found).not.toHaveProperty('isCrowded');
    });

    it('cost as many statements as events with one key, once all keys are known', async () => {
      const { database, recordEvents } = await open();
      const counted = countStatements(database);
      // Before the first, whose head so stays that of the issue.
      const count = (...events: Event[]) =>
        counted.during(() => recordEvents(events, counted.stores, -1));
      await recordEvents(['a']);
      await count('a');
      const [known, first] = [await count('a'), await count('b a, c a')];
      expect(first).toBeGreaterThan(known);
      expect(await count('b a', 'c a', 'a', 'c')).toBe(known);
    });

    it('point to one key up to a bound, and count under it all the same', async () => {
      const { database, recordEvents, list } = await open();
      const counted = countStatements(database);
      const { pointersPerKey } = recordingLimits;
      await recordEvents(['o']);
      await recordEvents(Array.from({ length: pointersPerKey - 1 }, (_, index) => `n${index} o`));
      await recordEvents(['y o', 'z o', 'z']);
      const { rows, pointers } = await list();
      expect(rows).toEqual({ o: pointersPerKey + 2, z: 1 });
      expect(Object.keys(pointers)).toHaveLength(pointersPerKey);
      const count = (event: Event) => counted.during(() => recordEvents([event], counted.stores));
      expect(await count('x o')).toBe(await count('o'));
    });

    it('make a new issue once theirs was deleted', async () => {
      const { db, stores, record, list } = await open();
      await record('o, n o');
      await stores.deletions.delete(1);
      expect(await list()).toEqual({ rows: {}, pointers: {} });
      expect(await record('n o')).toEqual([2]);
      expect(await list()).toEqual({ rows: { n: 1 }, pointers: { o: 'n' } });
      while (await stores.deletions.sweep());
      await expectConsistent(db);
      expect(await stores.issues.list({ limit: 9 })).toMatchObject([{ number: 2, events: 1 }]);
    });

    it('follow their key as issues are merged and parted again', async () => {
      const { stores, recordEvents } = await open();
      const { events } = await recordEvents(['o', 'n o', 'other']);
      const [of, , into] = events.map(({ issueId }) => issueId) as [number, number, number];
      const { undo } = await mergeInto(stores, { from: of, into });
      await recordEvents(['n']);
      expect(await stores.issues.find(into)).toMatchObject({ events: 4 });
      await undo();
      await recordEvents(['n', 'm n']);
      expect(await stores.issues.find(of)).toMatchObject({ events: 5 });
      expect(await stores.issues.find(into)).toMatchObject({ events: 1 });
    });

    it('stay unknown where their project makes too many issues', async () => {
      const { db, stores, record, list } = await open({
        ...unbounded,
        newIssues: 1,
        newIssuesPerMinute: 1,
      });
      await record('a b');
      expect(await record('c d, e d, f b, c')).toEqual([undefined, undefined, 1, undefined]);
      expect((await list()).pointers).toEqual({ b: 'a', f: 'a' });
      const issues = await stores.issues.list({ limit: 9 });
      const crowded = issues.find(({ type }) => type === CROWDED);
      expect(crowded?.events).toBe(3);
      const found = await stores.events.find(crowded!.id);
      expect(found).toMatchObject({ isCrowded: true });
      expect(found).not.toHaveProperty('groupingVersion');
      expect(await record('e d, c d', 60)).toEqual([2, 1]);
      expect(await list()).toMatchObject({
        rows: { a: 2, e: 2 },
        pointers: { b: 'a', f: 'a', d: 'e', c: 'e' },
      });
      await expectConsistent(db);
    });

    if (kind === 'postgres') {
      it('have no pointer where another relay makes a row of the key meanwhile', async () => {
        const { db, openAgain, record, list } = await open();
        await record('o');
        let recording: Promise<unknown> = Promise.resolve();
        await kyselyOf(openAgain().database)
          .transaction()
          .execute(async (transaction) => {
            await lockProject(transaction, 1);
            recording = record('n o');
            // It has found the key `o` alone, and waits for the project.
            await untilAnybodyWaits(db);
            const grouped = createGroupedEvent({ groupedBy: 'n' });
            const { key } = grouped.grouping.keys[0]!;
            await makeKeys(transaction, tallyByKey([{ grouped, key }]));
          });
        await recording;
        expect(await list()).toEqual({ rows: { n: 1, o: 1 }, pointers: {} });
        await expectConsistent(db);
      });
    }
  });
});
