import { expect, it } from '@jest/globals';
import type { OutcomeCount } from '#shared';
import { createStores } from '../../../create-stores.ts';
import type { Stores } from '../../../create-stores.ts';
import type { KyselyDatabase } from '#persistence/stores';
import {
  addPeople,
  createGroupedEvent,
  createReport,
  onEachDatabase,
  NOON_MS,
} from '../../../testing/index.ts';
import { FailedReportStore } from './failed-report.store.ts';
import type { NewFailedReport } from './failed-report.types.ts';

const SECRET = 'a secret of thirty-two characters';
const BY = { nowMs: NOON_MS };
const FAILED: OutcomeCount = {
  projectId: 1,
  publicKey: 'abc',
  outcome: 'failed',
  reason: 'recording',
  kind: 'error',
  atMs: NOON_MS,
  quantity: 1,
};

function createFailed(reportId: number, traits: Partial<NewFailedReport> = {}): NewFailedReport {
  return {
    origin: 'origin-1',
    reportId,
    projectId: 1,
    publicKey: 'abc',
    eventId: 'e'.repeat(32),
    receivedAtMs: NOON_MS - 1000,
    reason: 'Out of range.',
    outcomes: [FAILED],
    body: Buffer.from('{}\na confidential word'),
    ...traits,
  };
}

async function findLastId(failed: FailedReportStore): Promise<number> {
  const [last] = await failed.list({ limit: 1 });
  return last!.id;
}

onEachDatabase('FailedReportStore', ({ openFresh }) => {
  async function open() {
    const fresh = await openFresh('app');
    return { ...fresh, failed: fresh.stores.failedReports };
  }

  async function countFailed({ outcomes }: Stores): Promise<Record<string, number>> {
    const range = { projectIds: [1], fromMs: NOON_MS, toMs: NOON_MS + 60_000 };
    const sums = await outcomes.sum({ ...range, per: 'minute' });
    return Object.fromEntries(sums.map(({ outcome, quantity }) => [outcome, quantity]));
  }

  it('keeps a report with its facts, and returns its body unchanged', async () => {
    const { failed } = await open();
    await failed.put([createFailed(7, { senderAddress: '192.0.2.1', items: [2] })]);
    const [report] = await failed.list({ limit: 10 });
    expect(report).toEqual({
      id: expect.any(Number),
      origin: 'origin-1',
      reportId: 7,
      projectId: 1,
      publicKey: 'abc',
      eventId: 'e'.repeat(32),
      receivedAtMs: NOON_MS - 1000,
      bytes: 22,
      reason: 'Out of range.',
      kinds: { error: 1 },
      isRetried: false,
      isRetriedLater: false,
    });
    expect(String(await failed.readBody(report!.id))).toBe('{}\na confidential word');
    expect(await failed.readBody(report!.id + 1)).toBeUndefined();
  });

  it('stores neither the content nor the sender of a report readably', async () => {
    const { db, failed } = await open();
    const reason = 'Not JSON: Unexpected token "a", "{"a": confidential" is not valid.';
    await failed.put([createFailed(1, { reason, senderAddress: '192.0.2.1' })]);
    const rows = await db.selectFrom('failed_reports').selectAll().execute();
    const [{ body, ...facts }] = rows as [(typeof rows)[number]];
    for (const text of [Buffer.from(body!).toString('latin1'), JSON.stringify(facts)]) {
      expect(text).not.toContain('confidential');
      expect(text).not.toContain('192.0.2.1');
    }
    expect(facts.reason).toBe('Not JSON: Unexpected token … is not valid.');
  });

  it('reports that a body was encrypted with another ERRATA_SECRET, also on a retry', async () => {
    const { database, failed } = await open();
    await failed.put([createFailed(1)]);
    const id = await findLastId(failed);
    const other = createStores(database, { secret: 'x'.repeat(32) }).failedReports;
    await expect(other.readBody(id)).rejects.toMatchObject({ code: 'database.sealed' });
    await failed.requestRetry({ id }, BY);
    expect(await other.takeDue(NOON_MS)).toBeUndefined();
    expect(await failed.list({ limit: 1 })).toMatchObject([
      { reason: 'The report was encrypted with another ERRATA_SECRET.', isRetried: false },
    ]);
    expect(await failed.readBody(id)).toBeDefined();
    const none = createStores(database).failedReports;
    await expect(none.put([createFailed(2)])).rejects.toThrow('without a secret');
  });

  it('keeps and counts a report once, even after it was discarded', async () => {
    const { stores, failed } = await open();
    await failed.put([createFailed(1), createFailed(1)]);
    await failed.put([createFailed(1), createFailed(2, { outcomes: [] })]);
    expect(await failed.list({ limit: 10 })).toHaveLength(2);
    expect(await countFailed(stores)).toEqual({ failed: 1 });
    const lastId = await findLastId(failed);
    expect(await failed.discard({ upToId: lastId }, BY)).toBe(2);
    await failed.put([createFailed(1)]);
    expect(await failed.count()).toBe(0);
    expect(await countFailed(stores)).toEqual({ failed: 1 });
  });

  it('blocks the recording of a failed report until its spool forgets the report', async () => {
    const { stores, failed } = await open();
    await failed.put([createFailed(1)]);
    const report = createReport(1, [createGroupedEvent()], { origin: 'origin-1' });
    expect(await stores.reports.record([report])).toMatchObject({ stored: 0, recordedBefore: 1 });
    await stores.reports.forget('origin-1', 2);
    expect(await stores.reports.record([report])).toMatchObject({ stored: 1, recordedBefore: 0 });
  });

  it('drops the oldest reports beyond the limits of number and size, and counts them', async () => {
    const { database } = await open();
    const few = new FailedReportStore(database as KyselyDatabase, SECRET, {
      maxReports: 3,
      maxBytes: 100,
    });
    const put = (reportId: number, bytes: number) =>
      few.put([createFailed(reportId, { body: Buffer.alloc(bytes) })]);
    for (const reportId of [1, 2, 3]) expect(await put(reportId, 1)).toEqual({ dropped: 0 });
    expect(await put(4, 98)).toEqual({ dropped: 1 });
    expect(await put(5, 101)).toEqual({ dropped: 3 });
    expect(await few.list({ limit: 10 })).toMatchObject([{ reportId: 5, bytes: 101 }]);
  });

  it('keeps the reports of a project when another one fails again and again', async () => {
    const { database } = await open();
    const few = new FailedReportStore(database as KyselyDatabase, SECRET, {
      maxReports: 10,
      maxBytes: 1000,
    });
    await few.put([1, 2].map((reportId) => createFailed(reportId)));
    const flood = Array.from({ length: 30 }, (_, index) =>
      createFailed(10 + index, { projectId: 2 }),
    );
    expect(await few.put(flood.slice(0, 15))).toEqual({ dropped: 7 });
    for (const each of flood.slice(15)) expect(await few.put([each])).toEqual({ dropped: 1 });
    const listed = await few.list({ limit: 20 });
    expect(listed.map(({ reportId }) => reportId)).toEqual([39, 38, 37, 36, 35, 34, 33, 32, 2, 1]);
  });

  it('lists the latest reports first, and counts all', async () => {
    const { failed } = await open();
    await failed.put([1, 2, 3].map((reportId) => createFailed(reportId)));
    const listed = await failed.list({ limit: 2 });
    expect(listed.map(({ reportId }) => reportId)).toEqual([3, 2]);
    expect(await failed.count()).toBe(3);
  });

  it('retries or discards one report, or all up to one, with audit entries', async () => {
    const { stores, failed } = await open();
    const [ann] = await addPeople(stores, ['ann']);
    const by = { nowMs: NOON_MS, byUserId: ann!.id };
    await failed.put([1, 2, 3, 4, 5].map((reportId) => createFailed(reportId)));
    const ids = (await failed.list({ limit: 9 })).map(({ id }) => id).toReversed();
    const firstTwo = { upToId: ids[1]! };
    expect(await failed.requestRetry(firstTwo, by)).toBe(2);
    expect(await failed.requestRetry(firstTwo, by)).toBe(0);
    const listed = (await failed.list({ limit: 9 })).toReversed();
    expect(listed.map(({ isRetried }) => isRetried)).toEqual([true, true, false, false, false]);
    expect(await failed.discard({ id: ids[1]! }, by)).toBe(1);
    expect(await failed.discard({ upToId: ids[3]! }, by)).toBe(3);
    expect(await failed.list({ limit: 9 })).toMatchObject([{ id: ids[4] }]);
    const entries = await stores.audit.list({ what: 'failed-reports.', limit: 9 });
    expect(entries.map(({ what, target, to, byUserId }) => [what, target, to, byUserId])).toEqual([
      ['failed-reports.discarded', undefined, 3, ann!.id],
      ['failed-reports.discarded', String(ids[1]), 1, ann!.id],
      ['failed-reports.tried_again', undefined, 2, ann!.id],
    ]);
  });

  it('does not retry a report without a body', async () => {
    const { failed } = await open();
    await failed.put([createFailed(1, { outcomes: [], body: undefined })]);
    expect(await failed.list({ limit: 9 })).toMatchObject([{ bytes: 0, kinds: {} }]);
    const lastId = await findLastId(failed);
    expect(await failed.requestRetry({ upToId: lastId }, BY)).toBe(0);
  });

  it('gives a due report to one relay, and again when no result follows within a minute', async () => {
    const { failed, openAgain } = await open();
    await failed.put([createFailed(1, { items: [3], senderAddress: '192.0.2.1' })]);
    await failed.put([createFailed(2)]);
    expect(await failed.takeDue(NOON_MS)).toBeUndefined();
    const lastId = await findLastId(failed);
    await failed.requestRetry({ upToId: lastId }, BY);
    const other = openAgain().stores.failedReports;
    const first = await failed.takeDue(NOON_MS);
    expect(first).toMatchObject({
      origin: 'origin-1',
      reportId: 1,
      items: [3],
      senderAddress: '192.0.2.1',
      body: Buffer.from('{}\na confidential word'),
    });
    expect(await other.takeDue(NOON_MS)).toMatchObject({ reportId: 2 });
    expect(await other.takeDue(NOON_MS + 59_999)).toBeUndefined();
    expect(await other.takeDue(NOON_MS + 60_000)).toMatchObject({ reportId: 1 });
  });

  it('gives up a report after five retries without a result, until somebody asks again', async () => {
    const { failed } = await open();
    await failed.put([createFailed(1)]);
    const id = await findLastId(failed);
    await failed.requestRetry({ id }, BY);
    for (let time = 0; time < 5; time += 1)
      expect(await failed.takeDue(NOON_MS + time * 60_000)).toBeDefined();
    expect(await failed.takeDue(NOON_MS + 300_000)).toBeUndefined();
    expect(await failed.list({ limit: 1 })).toMatchObject([
      {
        isRetried: false,
        reason: expect.stringContaining('Each time this report was tried again'),
      },
    ]);
    expect(await failed.requestRetry({ id }, { nowMs: NOON_MS + 300_000 })).toBe(1);
    expect(await failed.takeDue(NOON_MS + 300_000)).toBeDefined();
  });

  it('retries a report once by itself in a quiet time, and at once on request', async () => {
    const { failed } = await open();
    const retryAtMs = NOON_MS + 1000;
    const put = [1, 2].map((reportId) => createFailed(reportId, { retryAtMs }));
    await failed.put([...put, createFailed(3, { retryAtMs, body: undefined })]);
    expect(await failed.list({ limit: 3 })).toMatchObject([
      { isRetried: false, isRetriedLater: false },
      { isRetried: false, isRetriedLater: true },
      { isRetried: false, isRetriedLater: true },
    ]);
    const id = await findLastId(failed);
    expect(await failed.requestRetry({ upToId: id - 2 }, BY)).toBe(1);
    expect(await failed.requestRetry({ upToId: id - 2 }, BY)).toBe(0);
    expect(await failed.takeDue(NOON_MS, { isQuiet: false })).toMatchObject({ reportId: 1 });
    expect(await failed.takeDue(retryAtMs - 1)).toBeUndefined();
    expect(await failed.takeDue(retryAtMs, { isQuiet: false })).toBeUndefined();
    expect(await failed.takeDue(retryAtMs)).toMatchObject({ reportId: 2 });
    expect(await failed.list({ limit: 2 })).toMatchObject([{}, { isRetried: true }]);
    await failed.discard({ id: id - 2 }, BY);
    expect(await failed.takeDue(retryAtMs + 60_000)).toBeUndefined();
    expect(await failed.list({ limit: 2 })).toMatchObject([
      {},
      { isRetried: false, isRetriedLater: false, reason: expect.stringContaining('Each time') },
    ]);
  });

  it('ends a retry with the recording of its report, once, and corrects the counts', async () => {
    const { stores, failed } = await open();
    await failed.put([createFailed(1)]);
    const id = await findLastId(failed);
    await failed.requestRetry({ id }, BY);
    await failed.takeDue(NOON_MS);
    const record = () =>
      stores.reports.record([createReport(1, [createGroupedEvent()], { retried: { id } })]);
    expect(await record()).toMatchObject({ stored: 1, recordedBefore: 0 });
    expect(await record()).toMatchObject({ stored: 0, recordedBefore: 1 });
    expect(await failed.list({ limit: 1 })).toEqual([]);
    expect(await countFailed(stores)).toEqual({ stored: 1 });
  });

  it('keeps the items that failed again, counted once, and retries these alone', async () => {
    const { stores, failed } = await open();
    await failed.put([createFailed(1, { outcomes: [{ ...FAILED, quantity: 2 }] })]);
    const id = await findLastId(failed);
    await failed.requestRetry({ id }, BY);
    const failure = { reason: 'Worse.', outcomes: [FAILED], items: [1] };
    const report = createReport(1, [createGroupedEvent()], { retried: { id, failure } });
    await stores.reports.record([report]);
    expect(await countFailed(stores)).toEqual({ failed: 1, stored: 1 });
    expect(await failed.list({ limit: 1 })).toMatchObject([
      { id, reason: 'Worse.', kinds: { error: 1 }, isRetried: false },
    ]);
    expect(await stores.reports.record([report])).toMatchObject({ recordedBefore: 1 });
    await failed.requestRetry({ id }, BY);
    expect(await failed.takeDue(NOON_MS)).toMatchObject({ items: [1] });
  });

  it('records nothing of a report that was discarded during its retry', async () => {
    const { stores, failed } = await open();
    await failed.put([createFailed(1)]);
    const id = await findLastId(failed);
    await failed.requestRetry({ id }, BY);
    await failed.discard({ id }, BY);
    const report = createReport(1, [createGroupedEvent()], { retried: { id } });
    expect(await stores.reports.record([report])).toMatchObject({ stored: 0 });
    expect(await countFailed(stores)).toEqual({ failed: 1 });
  });
});
