import { expect, it } from '@jest/globals';
import {
  createGroupedEvent,
  createReport,
  onEachDatabase,
  NOON_MS,
} from '../../../testing/index.ts';
import type { ProcessedReport } from '#product/recording/reports';
import { nameRequest } from '#persistence';

onEachDatabase('ReportStore', ({ openFresh }) => {
  async function openWithProjects() {
    const fresh = await openFresh('app', 'web');
    const list = () => fresh.stores.issues.list({ limit: 100 });
    const count = async (table: 'events' | 'issues' | 'event_payloads' | 'processed_reports') => {
      const rows = await fresh.db.selectFrom(table).selectAll().execute();
      return rows.length;
    };
    return { ...fresh, list, count };
  }

  it('makes an issue of the first event with a key', async () => {
    const { record, list } = await openWithProjects();
    expect(await record({ event: { release: 'shop@1' }, userHash: 'ann' })).toMatchObject({
      stored: 1,
      duplicates: 0,
    });
    expect(await list()).toEqual([
      {
        id: 1,
        projectId: 1,
        projectSlug: 'app',
        number: 1,
        type: 'TypeError',
        value: 'x is undefined',
        place: 'checkout (app/cart.js:12)',
        level: 'error',
        events: 1,
        users: 1,
        trend: 100,
        firstSeenMs: NOON_MS,
        lastSeenMs: NOON_MS,
        firstRelease: 'shop@1',
        lastRelease: 'shop@1',
        state: { status: 'unresolved', kind: 'new', sinceMs: NOON_MS },
      },
    ]);
  });

  it('adds further events with the same key to the issue', async () => {
    const { record, list } = await openWithProjects();
    await record({ userHash: 'ann' }, { userHash: 'ann' });
    await record({ userHash: 'ann' }, { userHash: 'bob' }, {});
    expect(await list()).toMatchObject([{ number: 1, events: 5, users: 2 }]);
  });

  it('numbers issues from 1 in each project', async () => {
    const { record, list } = await openWithProjects();
    await record(
      { groupedBy: 'a' },
      { groupedBy: 'b' },
      { groupedBy: 'a', event: { projectId: 2 } },
    );
    await record({ groupedBy: 'c' });
    const numbers = (await list()).map((issue) => `${issue.projectSlug}-${issue.number}`);
    expect(numbers.toSorted()).toEqual(['app-1', 'app-2', 'app-3', 'web-1']);
  });

  it('takes first and last seen from the times of occurrence, in any order of arrival', async () => {
    const { record, list } = await openWithProjects();
    const at = (occurredAtMs: number, release?: string) => ({
      event: {
        occurredAtMs,
        receivedAtMs: NOON_MS + 60_000,
        ...(release === undefined ? {} : { release }),
      },
    });
    await record(at(NOON_MS, 'shop@2'));
    await record(at(NOON_MS + 5000), at(NOON_MS + 3000, 'shop@3'));
    await record(at(NOON_MS - 5000, 'shop@1'));
    expect(await list()).toMatchObject([
      {
        firstSeenMs: NOON_MS - 5000,
        lastSeenMs: NOON_MS + 5000,
        firstRelease: 'shop@1',
        lastRelease: 'shop@3',
      },
    ]);
  });

  it('rounds times to milliseconds', async () => {
    const { record, list } = await openWithProjects();
    const event = { occurredAtMs: NOON_MS + 0.75, receivedAtMs: NOON_MS, release: 'shop@1' };
    await record({ event });
    expect(await list()).toMatchObject([{ firstSeenMs: NOON_MS + 1, lastSeenMs: NOON_MS + 1 }]);
  });

  it('ignores a report that was recorded before', async () => {
    const { stores, list, count } = await openWithProjects();
    const report = createReport(1, [createGroupedEvent({ userHash: 'ann' })]);
    await stores.reports.record([report]);
    const other = { ...report, events: [createGroupedEvent()] };
    expect(await stores.reports.record([report, other])).toMatchObject({
      stored: 0,
      duplicates: 2,
      recordedBefore: 2,
    });
    expect(await list()).toMatchObject([{ events: 1, users: 1 }]);
    expect(await count('events')).toBe(1);
  });

  it('counts a report once that is in a batch twice', async () => {
    const { stores, list } = await openWithProjects();
    const report = createReport(1, [createGroupedEvent()]);
    expect(await stores.reports.record([report, report])).toMatchObject({
      stored: 1,
      duplicates: 1,
    });
    expect(await list()).toMatchObject([{ events: 1 }]);
  });

  it('counts a request once that a renderer has sent to several relays', async () => {
    const { stores } = await openWithProjects();
    const request = 'request:178000000:0123456789abcdef01234561';
    const record = (reportIds: readonly number[], traits: Partial<ProcessedReport>) =>
      stores.reports.record(
        reportIds.map((reportId) => createReport(reportId, [createGroupedEvent()], traits)),
      );
    expect(await record([1, 2], { request })).toMatchObject({ stored: 1, recordedBefore: 1 });
    const elsewhere = { origin: 'origin-2', request };
    expect(await record([1], elsewhere)).toMatchObject({ stored: 0, recordedBefore: 1 });
    const next = { origin: 'origin-2', request: 'request:178000000:0123456789abcdef01234562' };
    expect(await record([2], next)).toMatchObject({ stored: 1, recordedBefore: 0 });
  });

  it('tells reports of different origins with the same id apart', async () => {
    const { stores, list } = await openWithProjects();
    const one = createReport(1, [createGroupedEvent()]);
    const two = createReport(1, [createGroupedEvent()], { origin: 'origin-2' });
    expect(await stores.reports.record([one, two])).toMatchObject({ stored: 2, duplicates: 0 });
    expect(await list()).toMatchObject([{ events: 2 }]);
  });

  it('counts an event id once per project, within a batch and across batches', async () => {
    const { record, list, count } = await openWithProjects();
    const again = { event: { eventId: 'a'.repeat(32) }, userHash: 'ann' };
    expect(await record(again, again)).toMatchObject({ stored: 1, duplicates: 1 });
    expect(await record(again, {})).toMatchObject({ stored: 1, duplicates: 1 });
    expect(await list()).toMatchObject([{ events: 2, users: 1 }]);
    expect(await count('event_payloads')).toBe(2);
  });

  it('makes no issue for a duplicate that groups differently', async () => {
    const { record, count } = await openWithProjects();
    const event = { eventId: 'a'.repeat(32) };
    await record({ event, groupedBy: 'a' });
    await record({ event, groupedBy: 'b' });
    expect(await count('issues')).toBe(1);
  });

  it('accepts the same event id in two projects', async () => {
    const { record } = await openWithProjects();
    const eventId = 'a'.repeat(32);
    expect(
      await record({ event: { eventId } }, { event: { eventId, projectId: 2 } }),
    ).toMatchObject({ stored: 2, duplicates: 0 });
  });

  it('remembers a report without events, and accepts an empty batch', async () => {
    const { stores, count } = await openWithProjects();
    expect(await stores.reports.record([createReport(1, [])])).toMatchObject({
      stored: 0,
      duplicates: 0,
    });
    expect(await count('processed_reports')).toBe(1);
    expect(await stores.reports.record([])).toMatchObject({ stored: 0, duplicates: 0 });
  });

  it('changes nothing when one report of the batch cannot be written', async () => {
    const { stores, count } = await openWithProjects();
    const good = createReport(1, [createGroupedEvent()]);
    const bad = createReport(2, [createGroupedEvent({ event: { level: null as never } })]);
    await expect(stores.reports.record([good, bad])).rejects.toThrow(/not.null/i);
    expect(await count('processed_reports')).toBe(0);
    expect(await count('issues')).toBe(0);
    expect(await stores.reports.record([good])).toMatchObject({ stored: 1, duplicates: 0 });
  });

  it('is unavailable, without blaming a report, while a table or column is missing', async () => {
    const { stores, db, list } = await openWithProjects();
    const { schema } = db;
    const report = createReport(1, [createGroupedEvent()]);
    const unavailable = { code: 'database.unavailable' };
    await schema.alterTable('events').renameTo('events_away').execute();
    await expect(stores.reports.record([report])).rejects.toMatchObject(unavailable);
    await schema.alterTable('events_away').renameTo('events').execute();
    await schema.alterTable('events').renameColumn('release', 'release_away').execute();
    await expect(stores.reports.record([report])).rejects.toMatchObject(unavailable);
    await schema.alterTable('events').renameColumn('release_away', 'release').execute();
    expect(await stores.reports.record([report])).toMatchObject({ stored: 1 });
    expect(await list()).toMatchObject([{ events: 1 }]);
  });

  it('keeps text that a database would refuse or change', async () => {
    const { stores, record, list } = await openWithProjects();
    const value = `nul \u0000, half \ud800, 語 and 😀`;
    await record({ sent: { message: value }, event: { release: 'r\u0000' }, grouping: { value } });
    const [issue] = await list();
    expect(issue?.value).toBe('nul \ufffd, half \ufffd, 語 and 😀');
    const found = await stores.events.find(issue?.id ?? 0);
    expect(JSON.parse(found?.payload?.json ?? '')).toMatchObject({ event: { message: value } });
  });

  it('writes a batch larger than one statement can hold', async () => {
    const { stores, list } = await openWithProjects();
    const events = Array.from({ length: 3500 }, (_, i) =>
      createGroupedEvent({ groupedBy: `group ${i % 1200}` }),
    );
    expect(await stores.reports.record([createReport(1, events)])).toMatchObject({
      stored: 3500,
      duplicates: 0,
    });
    expect(await list()).toHaveLength(100);
  });

  it('forgets reports of one origin below an id, and no others', async () => {
    const { stores, db } = await openWithProjects();
    const { reports } = stores;
    await reports.record([1, 2, 3].map((id) => createReport(id, [])));
    await reports.record([createReport(1, [], { origin: 'origin-2' })]);
    await reports.forget('origin-1', 3);
    const rows = await db
      .selectFrom('processed_reports')
      .select(['origin', 'report_id'])
      .orderBy('origin')
      .execute();
    expect(rows).toEqual([
      { origin: 'origin-1', report_id: 3 },
      { origin: 'origin-2', report_id: 1 },
    ]);
  });

  it('forgets requests that were passed on more than ten minutes before, and no others', async () => {
    const { stores, count } = await openWithProjects();
    const minutes = [0, 9, 11, 600];
    const requests = minutes.map((ago) => nameRequest(NOON_MS - ago * 60_000));
    await stores.reports.record(
      requests.map((request, index) => createReport(index, [], { request })),
    );
    expect(await count('processed_reports')).toBe(8);
    await stores.reports.forgetRequests(NOON_MS);
    expect(await count('processed_reports')).toBe(6);
    const again = requests.map((request, index) => createReport(index + 10, [], { request }));
    expect(await stores.reports.record(again)).toMatchObject({ recordedBefore: 2 });
  });
});
