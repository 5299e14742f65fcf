import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import type { FailedReportPage, RelayOperation } from '#shared';
import { createStores, openDatabase, ReportStore } from '#persistence';
import type { ProcessedReport, RecordedFacts } from '#persistence';
import { eventually } from '../../../test/support/eventually.ts';
import { SpoolRoom } from '../src/health/spool-room.ts';
import { LeftSpools } from '../src/processing/left-spools.ts';
import { openSpoolFile } from '../src/spool/opening/open-spool.ts';
import { SqliteSpool } from '../src/spool/sqlite-spool.ts';
import { createEnvelope, createEventId } from './support/envelopes.ts';
import { createIncomingReport } from './support/incoming-report.ts';
import { InternalCalls } from './support/internal-calls.ts';
import { PatientPause } from './support/patient-pause.ts';
import { publicKey, startRelay } from './support/started-relay.ts';
import type { StartedRelay } from './support/started-relay.ts';
import { readStoredEvents } from './support/stored-events.ts';
import { readOutcomes } from './support/stored-outcomes.ts';
import { createTemporaryFolder } from './support/temporary-folder.ts';

/** JSON that is taken, and nested deeper than is read. */
const BAD_EVENT = `{"type":"event"}\n{"a":${'['.repeat(70)}${']'.repeat(70)}}\n`;
const SESSION = '{"type":"session"}\n{}\n';
const STORED = `1 ${publicKey} stored/taken error 1`;

/** Refuses reports, until it is cured. */
class FaultyReports extends ReportStore {
  isFaulty = true;

  constructor(private readonly inner: ReportStore) {
    super();
  }

  override async record(reports: readonly ProcessedReport[]): Promise<RecordedFacts> {
    const hasItems = reports.some(({ events }) => events.length > 0);
    if (this.isFaulty && hasItems) throw new Error('A value is out of range.');
    return this.inner.record(reports);
  }

  override forget(origin: string, beforeReportId: number): Promise<boolean> {
    return this.inner.forget(origin, beforeReportId);
  }
}

async function startFaultyRelay(): Promise<{ relay: StartedRelay; reports: FaultyReports }> {
  const dataDir = createTemporaryFolder();
  const database = openDatabase({ dataDir });
  const stores = createStores(database);
  const reports = new FaultyReports(stores.reports);
  const parts = { database, stores: { ...stores, reports } };
  return { relay: await startRelay({ DATA_DIR: dataDir }, parts), reports };
}

async function send(relay: StartedRelay, body: string): Promise<void> {
  await request(relay.url)
    .post(`/api/1/envelope/?sentry_key=${publicKey}`)
    .type('application/octet-stream')
    .send(body)
    .expect(200);
  await relay.drained();
}

/** Resolves once what is counted are these lines, those of nothing left out. */
async function outcomesBecome(relay: StartedRelay, expected: readonly string[]): Promise<void> {
  const read = (): string[] =>
    readOutcomes(relay.dataDir).lines.filter((line) => !line.endsWith(' 0'));
  await eventually(`outcomes ${expected.join()}`, async () => {
    await relay.spool.queueTallies();
    return JSON.stringify(read()) === JSON.stringify(expected);
  });
}

describe('the internal API', () => {
  let relay: StartedRelay;
  let calls: InternalCalls;

  beforeEach(async () => {
    // It looks into the spools of others when the spec says so.
    relay = await startRelay({}, { pause: new PatientPause() });
    calls = new InternalCalls(relay);
  });

  it('knows callers by the secret, which it makes where there is none', async () => {
    const path = join(relay.dataDir, 'secret');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(relay.parts.secret).toBe(readFileSync(path, 'utf8').trim());
    const answer = await calls.send('GET', '/internal/operation').expect(200);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it.each([
    '/internal/operation',
    '/INTERNAL/operation',
    '/internal/failed-reports',
    '/internal/failed-reports/a:1/body',
  ])('answers nobody else at %s, and no page of another origin', async (path) => {
    const { headers, body } = await request(relay.url).get(path).expect(401);
    expect(body).toEqual({
      detail: 'The call is not signed with the ERRATA_SECRET of this relay.',
    });
    expect(headers).not.toHaveProperty('access-control-allow-origin');
    const other = new InternalCalls(relay, 'x'.repeat(32));
    await other.send('GET', path).expect(401);
    await calls.send('GET', path).set('Authorization', 'Bearer abc').expect(401);
    await calls.send('GET', path, Date.now() - 65_000).expect(403);
    await calls.send('GET', path, Date.now() + 65_000).expect(403);
  });

  it('tells of keys that were refused, and whose they are', async () => {
    for (const key of ['unknown-key-of-12', 'unknown-key-of-99']) {
      await request(relay.url)
        .post(`/api/4/envelope/?sentry_key=${key}&sentry_client=sentry.python%2F2.1`)
        .send(createEnvelope())
        .expect(403);
    }
    const { body } = await calls.send('GET', '/internal/operation').expect(200);
    expect((body as RelayOperation).refusedKeys).toEqual([
      {
        keyPrefix: 'unknown-',
        projectId: 4,
        sdk: 'sentry.python',
        network: '127.0.0.0/24',
        count: 2,
        lastAtMs: expect.any(Number),
      },
    ]);
  });

  it.each(['retry', 'discard'])('changes nothing for others: %s', async (how) => {
    await send(relay, `{}\n${BAD_EVENT}`);
    const { upTo } = await calls.list();
    const target = `/internal/failed-reports/${how}?upTo=${encodeURIComponent(upTo)}`;
    await request(relay.url).post(target).expect(401);
    await calls.send('POST', target, Date.now() - 65_000).expect(403);
    // Signed, for something else.
    await calls.send('POST', target).query({ like: 'a:1' }).expect(401);
    expect((await calls.list()).total).toBe(1);
  });

  it.each([
    'GET /internal/failed-reports?before=yesterday',
    'GET /internal/failed-reports?before=1-..:1',
    'GET /internal/failed-reports?spools=',
    'GET /internal/failed-reports?spools=a,..',
    'POST /internal/failed-reports/retry',
    'POST /internal/failed-reports/retry?report=..%2F..:1',
    'POST /internal/failed-reports/retry?upTo=a',
    'POST /internal/failed-reports/discard?upTo=&like=1',
    'POST /internal/failed-reports/discard?report=a:1&report=a:2',
  ])('does not understand %s', async (call) => {
    const [method, target = ''] = call.split(' ');
    await calls.send(method as 'GET' | 'POST', target).expect(400);
  });

  it('knows no file but those of failed reports', async () => {
    await calls.send('GET', '/internal/failed-reports/nope/body').expect(404);
    await calls.send('GET', '/internal/failed-reports/abc:1/body').expect(404);
    expect(await calls.change('retry', { report: 'abc:1' })).toEqual({ changed: 0, isBusy: false });
  });

  it('lists what failed in the spools that it is asked for', async () => {
    await send(relay, `{}\n${BAD_EVENT}`);
    const [own] = (await calls.describe()).spools;
    const totalOf = async (spools: string): Promise<unknown> => {
      const target = `/internal/failed-reports?spools=${encodeURIComponent(spools)}`;
      return ((await calls.send('GET', target).expect(200)).body as FailedReportPage).total;
    };
    expect(await totalOf(`another,${own!.name}`)).toBe(1);
    expect(await totalOf('another')).toBe(0);
  });

  it('says how the relay does', async () => {
    await send(relay, `{}\n${BAD_EVENT}`);
    expect(await calls.describe()).toEqual({
      problems: [],
      takesReports: true,
      room: { maxReports: 1_000_000, maxBytes: 8 * 1024 ** 3 },
      spools: [
        {
          name: relay.spool.name,
          isOwn: true,
          depth: 0,
          bytes: 0,
          oldestMs: 0,
          failed: 1,
          owed: 0,
        },
      ],
      upstreams: [],
      heldSpools: [],
      unreadableSpools: [],
      damagedSpools: [],
      refusedKeys: [],
    });
  });

  it('tells of spools that are damaged, once a look has set them aside', async () => {
    const left = openSpoolFile(relay.dataDir);
    left.close();
    writeFileSync(left.db.name, 'damage'.repeat(10_000));
    const { damagedSpools, ...rest } = await calls.describe();
    expect(damagedSpools).toEqual([
      {
        folder: expect.stringMatching(new RegExp(`^${left.folder}-\\d{8}T\\d{9}Z$`)),
        setAsideAtMs: expect.any(Number),
        bytes: expect.any(Number),
      },
    ]);
    expect(damagedSpools[0]!.bytes).toBeGreaterThanOrEqual(60_000);
    expect(rest).toMatchObject({ takesReports: true, problems: [], spools: [{ isOwn: true }] });
    rmSync(join(relay.dataDir, 'damaged', damagedSpools[0]!.folder), { recursive: true });
    expect(await calls.describe()).toMatchObject({ damagedSpools: [] });
  });

  it('says why the relay takes no reports', async () => {
    const full = await startRelay({ DISK_MIN_FREE_BYTES: String(2 ** 52) });
    await full.app.get(SpoolRoom).measure();
    expect(await new InternalCalls(full).describe()).toMatchObject({
      takesReports: false,
      problems: [expect.stringMatching(/^There is no room for reports: /)],
    });
  });

  it('lists failed reports, latest first, page by page, and reasons that several share', async () => {
    const receivedAtMs = Date.now() - 1000;
    for (let count = 0; count < 52; count += 1) {
      const report = createIncomingReport({
        receivedAtMs: receivedAtMs + count,
        body: Buffer.from('x'),
      });
      await relay.spool.append(report);
    }
    await relay.drained();
    const first = await calls.list();
    expect(first.total).toBe(52);
    expect(first.reports).toHaveLength(50);
    expect(first.reports[0]).toMatchObject({
      projectId: 1,
      receivedAtMs: receivedAtMs + 51,
      bytes: 1,
      kind: 'report',
      isRetryable: true,
    });
    const rest = await calls.list(first.before);
    expect(rest.reports.map((report) => report.receivedAtMs)).toEqual([
      receivedAtMs + 1,
      receivedAtMs,
    ]);
    expect(rest).not.toHaveProperty('before');
    expect(first.reasons).toMatchObject([{ count: 52, reason: first.reports[0]!.reason }]);
  });

  it('gives the body of one', async () => {
    const body = `{}\n${BAD_EVENT}`;
    await send(relay, body);
    const [report] = (await calls.list()).reports;
    const target = `/internal/failed-reports/${report!.name}/body`;
    const answer = await calls.send('GET', target).expect(200);
    expect((answer.body as Buffer).toString()).toBe(body);
  });

  it('discards what it is told to, and nothing that failed since', async () => {
    await send(relay, `{}\n${BAD_EVENT}`);
    const { upTo, reports } = await calls.list();
    await send(relay, `{}\n${BAD_EVENT}`);
    expect(await calls.change('discard', { upTo })).toEqual({ changed: 1, isBusy: false });
    expect(await calls.change('discard', { upTo })).toEqual({ changed: 0, isBusy: false });
    const left = await calls.list();
    expect(left.total).toBe(1);
    expect(left.reports[0]!.name).not.toBe(reports[0]!.name);
  });

  it('reaches what a relay that is gone has left', async () => {
    const left = new SqliteSpool(openSpoolFile(relay.dataDir));
    const eventId = createEventId();
    const body = Buffer.from(createEnvelope({ eventId }));
    const id = await left.append(
      createIncomingReport({ eventId, publicKey, receivedAtMs: Date.now(), body }),
    );
    await left.fail(id, { reason: 'no', outcomes: [] });
    const held = await calls.describe();
    expect(held).toMatchObject({ heldSpools: [expect.any(String)], spools: [{ isOwn: true }] });
    const selection = { report: `${left.name}:${id}` };
    expect(await calls.change('retry', selection)).toEqual({ changed: 0, isBusy: true });
    await left.close();
    expect(await calls.describe()).toMatchObject({
      heldSpools: [],
      spools: [{ isOwn: true }, { name: left.name, isOwn: false, failed: 1 }],
    });
    const listed = await calls.list();
    expect(listed.upTo).toBe(selection.report);
    expect(await calls.change('retry', { upTo: listed.upTo })).toMatchObject({ changed: 1 });
    await relay.app.get(LeftSpools).run(new AbortController().signal);
    expect(readStoredEvents(relay.dataDir).ids).toEqual([eventId]);
  });
});

describe('a report that failed and is tried again', () => {
  it('is stored, once, and ends in one outcome', async () => {
    const { relay, reports } = await startFaultyRelay();
    const calls = new InternalCalls(relay);
    const eventId = createEventId();
    await send(relay, `${createEnvelope({ eventId })}\n${SESSION}`);
    await outcomesBecome(relay, [
      `1 ${publicKey} failed/recording error 1`,
      `1 ${publicKey} filtered/kind session 1`,
    ]);
    const [failed] = (await calls.list()).reports;
    expect(failed).toMatchObject({ eventId, reason: expect.stringContaining('out of range') });

    const again = await calls.change('retry', { report: failed!.name });
    expect(again.changed).toBe(1);
    await relay.drained();
    const [stillFailed] = (await calls.list()).reports;
    expect(stillFailed!.name).not.toBe(failed!.name);
    await outcomesBecome(relay, [
      `1 ${publicKey} failed/recording error 1`,
      `1 ${publicKey} filtered/kind session 1`,
    ]);

    reports.isFaulty = false;
    const click = (): ReturnType<InternalCalls['change']> =>
      calls.change('retry', { report: stillFailed!.name });
    const clicks = await Promise.all([click(), click()]);
    expect(clicks.map(({ changed }) => changed).toSorted((a, b) => a - b)).toEqual([0, 1]);
    await outcomesBecome(relay, [`1 ${publicKey} filtered/kind session 1`, STORED]);
    expect(await calls.list()).toMatchObject({ total: 0, reports: [], upTo: '' });
    expect(readStoredEvents(relay.dataDir)).toEqual({
      ids: [eventId],
      counters: { issues: 1, keys: 1, hours: 1, minutes: 1 },
    });
  });

  it('brings nothing twice of which a part was stored', async () => {
    const relay = await startRelay();
    const calls = new InternalCalls(relay);
    await send(relay, `${createEnvelope()}\n${BAD_EVENT}${SESSION}`);
    const expected = [
      `1 ${publicKey} failed/unreadable error 1`,
      `1 ${publicKey} filtered/kind session 1`,
      STORED,
    ];
    await outcomesBecome(relay, expected);
    for (let count = 0; count < 2; count += 1) {
      expect(await calls.change('retry', { upTo: (await calls.list()).upTo })).toMatchObject({
        changed: 1,
      });
      await relay.drained();
      expect(await calls.list()).toMatchObject({ total: 1 });
    }
    await outcomesBecome(relay, expected);
    expect(readStoredEvents(relay.dataDir).counters).toMatchObject({ issues: 1, hours: 1 });
  });

  it('goes with those that failed for the same reason', async () => {
    const { relay, reports } = await startFaultyRelay();
    const calls = new InternalCalls(relay);
    await send(relay, createEnvelope());
    await send(relay, createEnvelope());
    await send(relay, `{}\n${BAD_EVENT}`);
    const { reasons, upTo } = await calls.list();
    expect(reasons).toMatchObject([{ count: 2 }]);
    reports.isFaulty = false;
    const selection = { upTo, like: reasons[0]!.like };
    expect(await calls.change('retry', selection)).toEqual({ changed: 2, isBusy: false });
    expect(await calls.change('retry', selection)).toEqual({ changed: 0, isBusy: false });
    await relay.drained();
    expect(readStoredEvents(relay.dataDir).ids).toHaveLength(2);
    expect(await calls.list()).toMatchObject({ total: 1 });
  });
});
