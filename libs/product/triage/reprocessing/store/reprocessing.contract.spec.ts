import { expect, it } from '@jest/globals';
import type { EventRemaking, GroupedEvent } from '#product/recording/reports';
import { encodePayload } from '#product/recording/reports';
import { NoPause } from '#telemetry/testing';
import { expectConsistent } from '../../../testing/consistency.ts';
import {
  listTableRows,
  measureStored,
  onEachDatabase,
  settleUpload,
  NOON_MS,
} from '../../../testing/index.ts';
import { createGroupedEvent, createReport, type EventTraits } from '../../../testing/reports.ts';
import { ANN, eventAt, openTriage } from '../../../testing/triage.ts';
import type { FreshDatabase } from '../../../testing/on-each-database.ts';
import { createStores } from '../../../create-stores.ts';
import { reprocessingJobs } from '../relay/index.ts';

const LATER_MS = NOON_MS + 60_000;

/** Tables that reprocessing must not change. */
const UNMOVED = [
  'outcome_minutes',
  'outcome_hours',
  'projects',
  'project_keys',
  'releases',
  'counted_names',
  'processed_reports',
  'artifact_misses',
  'outbox',
  'alert_firings',
];

/** Makes an event of minified code. A source map would give it the group `original`. */
function minified(original: string, afterNoonMs: number, traits: EventTraits = {}): EventTraits {
  return eventAt(afterNoonMs, {
    groupedBy: 'minified',
    grouping: { value: 'minified' },
    sent: { original },
    ...traits,
    event: { release: '1.0', tags: new Map([['page', original]]), ...traits.event },
  });
}

class RemakingDouble implements EventRemaking {
  constructor(private readonly known: readonly string[]) {}

  async prepare(): Promise<void> {}

  async forget(): Promise<void> {}

  async remake({ json }: { readonly json: string }): Promise<GroupedEvent | undefined> {
    const { meta, event } = JSON.parse(json);
    if (meta.mapped || !this.known.includes(event.original)) return undefined;
    return { ...toGrouped({ ...meta, mapped: true }, event), hasPlaces: true };
  }

  read({ json }: { readonly json: string }): GroupedEvent {
    const { meta, event } = JSON.parse(json);
    return toGrouped(meta, event);
  }
}

function toGrouped(meta: EventTraits['event'], sent: { readonly original: string }): GroupedEvent {
  const { original } = sent;
  const tags = new Map([['page', original]]);
  const made = createGroupedEvent({
    event: { ...meta!, tags },
    groupedBy: original,
    grouping: { value: original, place: `${original}.js` },
  });
  return { ...made, payload: encodePayload([JSON.stringify({ meta, event: sent })]) };
}

async function openReprocessing(openFresh: () => Promise<FreshDatabase>) {
  const opened = await openTriage(openFresh);
  const { stores, database, db } = opened;
  let nowMs = LATER_MS;
  const run = async (known: readonly string[], by = stores) => {
    nowMs += 10_000;
    const clock = { nowMs: () => nowMs };
    const parts = { ...by, remaking: new RemakingDouble(known), clock, pause: new NoPause() };
    const job = reprocessingJobs(parts).find(({ name }) => name === 'reprocessing');
    await job!.run(new AbortController().signal);
  };
  const ask = (issueId = 1) => stores.reprocessings.ask({ issueId, byUserId: ANN, nowMs });
  return {
    ...opened,
    run,
    ask,
    askAndRun: async (...known: readonly string[]) => {
      expect(await ask()).toBe('asked');
      await run(known);
    },
    listIssues: async () =>
      (await stores.issues.list({ limit: 20 }))
        .toSorted((a, b) => a.number - b.number)
        .map(({ number, value, events, users }) => [number, value, events, users]),
    countPages: async () => {
      while (await stores.tags.fold());
      const listed = await stores.issues.list({ limit: 20 });
      const pages = await Promise.all(
        listed.map(async ({ id, number }) => {
          const values = (await stores.tags.find(id, 'page', 9))?.values ?? [];
          return values.map(({ value, events }) => `${number} ${value} ${events}`);
        }),
      );
      return pages.flat().toSorted();
    },
    undo: async () => {
      const row = await db
        .selectFrom('issue_history')
        .select('id')
        .where('what', '=', 'reprocessing')
        .orderBy('id')
        .executeTakeFirstOrThrow();
      const [outcome] = await stores.triage.undo({
        historyIds: [row.id],
        byUserId: ANN,
        nowMs: LATER_MS,
      });
      return outcome;
    },
    readProject: async () => {
      const rows = await listTableRows(database);
      const { projects } = await stores.storage.getState(LATER_MS);
      const isMeasured = projects[0]!.bytes === (await measureStored(database, 1));
      return {
        isMeasured,
        rows: UNMOVED.map((table) => [table, rows[table]!.length, rows[table]]),
      };
    },
    expectSound: () => expectConsistent(db),
  };
}

onEachDatabase('ReprocessingStore', ({ openFresh }) => {
  const open = () => openReprocessing(openFresh);

  it('keeps the events of one bug in their issue, and renames it by the original places', async () => {
    const { record, askAndRun, listIssues, countPages, readProject, expectSound, ...opened } =
      await open();
    await record(
      ...Array.from({ length: 25 }, (_, n) => minified('cart', n, { userHash: `user ${n % 3}` })),
      minified('unknown', 30),
    );
    const before = await readProject();
    await askAndRun('cart');
    await expectSound();
    expect(await listIssues()).toEqual([[1, 'minified', 26, 3]]);
    expect(await countPages()).toEqual(['1 cart 25', '1 unknown 1']);
    const after = await readProject();
    expect(after).toEqual({ ...before, isMeasured: true });
    expect(await opened.stores.reprocessings.findLatest(1)).toEqual({
      state: 'done',
      looked: 26,
      total: 26,
      mapped: 25,
    });
    await askAndRun('cart', 'unknown');
    await expectSound();
    // Each order adds its first new key to the issue, so after two orders the issue has two more
    // keys.
    expect(await listIssues()).toEqual([[1, 'unknown', 26, 3]]);
    const late = await record(minified('cart', 40), eventAt(41, { groupedBy: 'cart' }));
    expect(late.events.map(({ issueId }) => issueId)).toEqual([1, 1]);
    await expectSound();
  });

  it('makes an issue of each further bug, with history entries, and can undo this', async () => {
    const { record, askAndRun, listIssues, countPages, run, undo, expectSound, ...opened } =
      await open();
    const events = ['cart', 'pay', 'cart', 'pay', 'cart'].map((original, n) =>
      minified(original, n, { userHash: `user ${n % 2}` }),
    );
    await record(...events);
    const before = await countPages();
    await askAndRun('cart', 'pay');
    await expectSound();
    expect(await listIssues()).toEqual([
      [1, 'cart', 3, 1],
      [2, 'pay', 2, 1],
    ]);
    expect(await countPages()).toEqual(['1 cart 3', '2 pay 2']);
    expect(await opened.historyOf(1)).toMatchObject([
      {
        byUserId: ANN,
        reprocessed: { kind: 'processed', events: 5, others: [{ number: 2, events: 2 }] },
      },
    ]);
    expect(await opened.historyOf(2)).toMatchObject([
      { reprocessed: { kind: 'received', events: 2, from: { number: 1 } } },
    ]);
    expect(await undo()).toMatchObject({ outcome: 'changed', issueId: 1 });
    await run([]);
    await expectSound();
    expect(await listIssues()).toEqual([[1, 'cart', 5, 2]]);
    expect(await countPages()).toEqual(before);
    expect(await opened.stores.reprocessings.findLatest(1)).toMatchObject({ state: 'undone' });
    const late = await record(eventAt(9, { groupedBy: 'pay' }));
    expect(late.events[0]?.issueId).toBe(1);
    expect(await undo()).toMatchObject({ outcome: 'refused', code: 'issue.changed_since' });
  });

  it('moves events of a further bug into the issue that already has this bug', async () => {
    const { record, askAndRun, listIssues, run, undo, expectSound } = await open();
    await record(minified('cart', 0), minified('pay', 1, { userHash: 'ann' }));
    await record(eventAt(2, { groupedBy: 'pay', grouping: { value: 'pay' }, userHash: 'ann' }));
    await askAndRun('cart', 'pay');
    await expectSound();
    expect(await listIssues()).toEqual([
      [1, 'cart', 1, 0],
      [2, 'pay', 2, 1],
    ]);
    await undo();
    await run([]);
    await expectSound();
    expect(await listIssues()).toEqual([
      [1, 'pay', 2, 1],
      [2, 'pay', 1, 1],
    ]);
  });

  it('merges the issue with another issue that already has its bug', async () => {
    const { record, askAndRun, listIssues, run, undo, expectSound, ...opened } = await open();
    await record(minified('cart', 1), minified('cart', 2));
    await record(eventAt(0, { groupedBy: 'cart', grouping: { value: 'cart' } }));
    await askAndRun('cart');
    await expectSound();
    expect(await listIssues()).toEqual([[2, 'cart', 3, 0]]);
    expect(await opened.stores.merges.findMergedInto(1)).toBe(2);
    expect(await undo()).toMatchObject({ outcome: 'changed' });
    await run([]);
    await expectSound();
    expect(await listIssues()).toEqual([
      [1, 'cart', 2, 0],
      [2, 'cart', 1, 0],
    ]);
  });

  it('refuses to undo after an issue was merged', async () => {
    const { record, askAndRun, undo, stores } = await open();
    await record(minified('cart', 0), minified('pay', 1));
    await askAndRun('cart', 'pay');
    await stores.merges.merge({ issueIds: [1, 2], byUserId: ANN, nowMs: LATER_MS });
    expect(await undo()).toMatchObject({ outcome: 'refused', code: 'issue.changed_since' });
  });

  it('continues after a kill, and writes no page twice', async () => {
    const { record, ask, run, listIssues, stores, openAgain, expectSound } = await open();
    await record(...Array.from({ length: 50 }, (_, n) => minified(n % 2 ? 'cart' : 'pay', n)));
    await ask();
    const remaking = new RemakingDouble(['cart', 'pay']);
    const page = (await stores.reprocessings.readPage(LATER_MS + 10_000))!;
    const made = new Map<number, GroupedEvent>();
    for (const { id, payload } of page.events) {
      made.set(id, (await remaking.remake(payload!))!);
    }
    for (let time = 0; time < 2; time += 1) {
      await stores.reprocessings.writePage(page, made, LATER_MS);
      await expectSound();
    }
    expect(await stores.reprocessings.findLatest(1)).toMatchObject({ looked: 20 });
    const other = openAgain().stores;
    await run(['cart', 'pay'], other);
    await stores.reprocessings.writePage(page, new Map(), LATER_MS);
    expect(await stores.reprocessings.findLatest(1)).toMatchObject({ looked: 50 });
    await expectSound();
    expect(await listIssues()).toEqual([
      [1, 'pay', 25, 0],
      [2, 'cart', 25, 0],
    ]);
  });

  it('reads a page again in which an event became a stub', async () => {
    const { record, ask, run, stores, db, listIssues } = await open();
    await record(minified('cart', 0), minified('cart', 1));
    await ask();
    const page = (await stores.reprocessings.readPage(LATER_MS + 10_000))!;
    const made = new Map(
      page.events.map(({ id, payload }) => [id, new RemakingDouble([]).read(payload!)]),
    );
    const { id } = page.events[0]!;
    await db.updateTable('events').set({ not_kept: 'thinned' }).where('id', '=', id).execute();
    await db.deleteFrom('event_payloads').where('id', '=', id).execute();
    await stores.reprocessings.writePage(page, made, LATER_MS);
    expect(await stores.reprocessings.findLatest(1)).toMatchObject({ looked: 0 });
    await run(['cart']);
    expect(await stores.reprocessings.findLatest(1)).toMatchObject({ looked: 1, mapped: 1 });
    expect(await listIssues()).toEqual([[1, 'cart', 2, 0]]);
  });

  it('ends when its issue is deleted', async () => {
    const { record, ask, run, stores, db } = await open();
    await record(minified('cart', 0));
    await ask();
    const page = (await stores.reprocessings.readPage(LATER_MS + 10_000))!;
    await stores.deletions.delete(1);
    await stores.reprocessings.writePage(page, new Map(), LATER_MS);
    await run(['cart']);
    expect(await db.selectFrom('reprocessings').selectAll().execute()).toEqual([]);
  });

  it('counts no event twice while another process records', async () => {
    const { record, ask, run, openAgain, listIssues, countPages, expectSound } = await open();
    await record(...Array.from({ length: 60 }, (_, n) => minified(n % 2 ? 'cart' : 'pay', n)));
    await ask();
    const recordAll = async () => {
      for (let n = 0; n < 30; n += 1) {
        await record(
          minified('pay', 100 + n, { userHash: `user ${n}` }),
          eventAt(200 + n, { groupedBy: n % 2 ? 'cart' : 'pay', grouping: { value: 'new' } }),
        );
      }
    };
    await Promise.all([recordAll(), run(['cart', 'pay'], openAgain().stores)]);
    await ask();
    await run(['cart', 'pay']);
    await expectSound();
    const issues = await listIssues();
    expect(issues.reduce((sum, [, , events]) => sum + Number(events), 0)).toBe(120);
    const pages = (await countPages()).map((line) => Number(line.split(' ')[2]));
    expect(pages.reduce((sum, events) => sum + events, 0)).toBe(90);
  });

  it('makes no more issues than the project’s limit, and keeps counts of whole events correct', async () => {
    const { database, run, db, expectSound, ...opened } = await open();
    const bounds = { newIssues: 2, newIssuesPerMinute: 0, wholeEventsPerHour: 100 };
    const stores = createStores(database, { bounds, clock: opened.clock });
    const events = ['cart', 'pay', 'ship', 'pay'].map((original, n) => minified(original, n));
    await stores.reports.record([createReport(1, events.map(createGroupedEvent))]);
    await opened.ask();
    await run(['cart', 'pay', 'ship'], stores);
    await expectSound();
    expect(await opened.listIssues()).toEqual([
      [1, 'minified', 2, 0],
      [2, 'pay', 2, 0],
    ]);
    const kept = await db.selectFrom('kept_hours').select(['grouping_key_id', 'events']).execute();
    const keys = await db.selectFrom('grouping_keys').select(['id', 'events']).execute();
    const byKey = keys.map(({ id, events: counted }) => [id, counted]);
    expect(new Map(kept.map((row) => [row.grouping_key_id, row.events]))).toEqual(
      new Map(byKey as [number, number][]),
    );
  });

  it('gives up a failing order, and continues with other orders', async () => {
    const { record, ask, run, db, stores } = await open();
    await record(minified('cart', 0));
    await record(eventAt(2, { groupedBy: 'other', grouping: { value: 'other' } }));
    await ask(1);
    await ask(2);
    const page = (await stores.reprocessings.readPage(LATER_MS + 10_000))!;
    const { id } = page.events[0]!;
    const broken = new Map([[id, {} as GroupedEvent]]);
    await expect(stores.reprocessings.writePage(page, broken, LATER_MS)).rejects.toThrow(TypeError);
    expect(await stores.reprocessings.findLatest(1)).toMatchObject({ state: 'failed' });
    await run(['cart']);
    expect(await stores.reprocessings.findLatest(2)).toMatchObject({ state: 'done' });
    expect(await ask(1)).toBe('asked');
    await db.updateTable('event_payloads').set({ encoding: 'of the future' }).execute();
    await settleUpload(stores, 'a');
    await run(['cart']);
    await run(['cart']);
    expect(await stores.artifactBundles.findSought()).toBeUndefined();
  });

  it('starts by itself for events that match an upload, and anew for the next upload', async () => {
    const { record, run, stores, listIssues } = await open();
    const { artifactBundles, reprocessings } = stores;
    const upload = (text: string) => settleUpload(stores, text);
    await record(minified('cart', 0), minified('pay', 1));
    await record(eventAt(2, { groupedBy: 'other', grouping: { value: 'other' } }));
    expect(await artifactBundles.seek(1)).toBe(false);
    await upload('a');
    await run(['cart']);
    expect(await reprocessings.findLatest(1)).toMatchObject({ state: 'running', looked: 0 });
    expect(await reprocessings.findLatest(2)).toBeUndefined();
    await run(['cart']);
    expect(await reprocessings.findLatest(1)).toMatchObject({ state: 'done', mapped: 1 });
    await upload('b');
    await run(['cart', 'pay']);
    expect(await artifactBundles.findSought()).toBeUndefined();
    await run(['cart', 'pay']);
    expect(await listIssues()).toEqual([
      [1, 'pay', 2, 0],
      [2, 'other', 1, 0],
    ]);
    expect(await artifactBundles.seek(1)).toBe(true);
  });
});
