import { beforeEach, describe, expect, it } from '@jest/globals';
import type supertest from 'supertest';
import { createReport } from '#product/testing';
import { createStores, openDatabase } from '#product';
import type { NewFailedReport } from '#product/recording/failed-reports';
import type { OutcomeCount } from '#shared';
import { hold } from '../../../test/support/hold.ts';
import { startPeopledRenderer } from './support/peopled-renderer.ts';
import { OPERATION, RelayDouble, SECRET } from './support/relay-double.ts';
import { shownOf, textOf } from './support/shown.ts';
import { toCookies } from './support/to-cookies.ts';

const FAILED: OutcomeCount = {
  projectId: 1,
  publicKey: 'abc',
  outcome: 'failed',
  reason: 'recording',
  kind: 'error',
  atMs: 0,
  quantity: 1,
};

describe('the operator page', () => {
  const relay = hold(() => RelayDouble.start());
  const renderer = hold(() =>
    startPeopledRenderer({
      ERRATA_PROJECTS: 'app=1,other=2',
      RELAY_URL: `http://127.0.0.1:${relay.port}`,
      ERRATA_SECRET: SECRET,
    }),
  );
  let reportId = 0;

  beforeEach(async () => {
    relay.reset();
    const { failedReports } = renderer.stores;
    await failedReports.discard({ upToId: 1_000_000 }, { nowMs: 0 });
  });

  async function fail(traits: Partial<NewFailedReport> = {}): Promise<number> {
    const { failedReports } = renderer.stores;
    reportId += 1;
    const report: NewFailedReport = {
      origin: '0123456789abcdef',
      reportId,
      projectId: 1,
      publicKey: 'abc',
      receivedAtMs: 1000,
      reason: 'Out of range.',
      outcomes: [FAILED],
      body: Buffer.from('{}\nconfidential'),
      ...traits,
    };
    await failedReports.put([report]);
    return (await listIds())[0]!;
  }

  const listIds = async (): Promise<number[]> =>
    (await renderer.stores.failedReports.list({ limit: 100 })).map(({ id }) => id);

  async function readFlash(answer: supertest.Response): Promise<string> {
    const cookie = toCookies(renderer.cookieOf('owner'), answer);
    return shownOf((await get('/settings/operation?_whole=1').set('Cookie', cookie)).text);
  }

  const get = (path: string) => renderer.get('owner', path);
  const post = (action: string, fields: Record<string, string>) =>
    renderer.send('owner', '/settings/operation', action, fields);

  /** Returns the text of the page with all deferred data. */
  async function read(path = '/settings/operation'): Promise<string> {
    const { text } = await get(`${path}${path.includes('?') ? '&' : '?'}_whole=1`).expect(200);
    return textOf(text);
  }

  it('shows how many reports wait in the queue, and that nothing else is known', async () => {
    const text = await read();
    expect(text).toContain('There are none. A report that cannot be processed');
    expect(text).not.toMatch(/Forwarding|amaged|Refused keys/);
    expect(text).toContain('Reports are taken.');
    expect(text).toContain('12 reports, 340 kB, the oldest 3 seconds old');
    expect(relay.asked).toContain('GET /internal/operation signed');
  });

  it('shows refused keys with their project and SDK, and what to do', async () => {
    const refused = {
      keyPrefix: 'deadbeef',
      projectId: 4,
      sdk: 'sentry.python',
      network: '10.1.2.0/24',
      count: 12,
      lastAtMs: Date.now() - 180_000,
    };
    relay.operation = { ...OPERATION, refusedKeys: [refused] };
    const text = await read();
    expect(text).toContain('deadbeef… for project 4: 12 requests, the last 3 min ago');
    expect(text).toContain('sentry.python, from 10.1.2.0/24');
    expect(text).toContain('Compare the DSN in the application');
  });

  it('shows a failed report with its reason and kind, and nothing of its body', async () => {
    const id = await fail({ eventId: 'e'.repeat(32), reason: 'Refused <it>.' });
    const text = await read();
    expect(text).toContain('Failed reports 1 report');
    expect(text).toContain('Refused &lt;it&gt;.');
    expect(text).toContain(`app · event ${'e'.repeat(32)} · 1 × error · 15 bytes · report ${id}`);
    expect(text).not.toContain('confidential');
    expect(text.match(/Try again/g)).toHaveLength(1);
  });

  it('offers to retry failed reports with a body, and says when a body is gone', async () => {
    await fail({ retryAtMs: 1000 });
    await fail({ body: undefined as never });
    const text = await read();
    expect(text).toContain('is tried once more by itself after ten minutes without a crash');
    expect(text).toContain('its body is gone');
    expect(text.match(/Try again/g)).toHaveLength(2);
    expect(text.match(/Download/g)).toHaveLength(1);
  });

  it('shows failed reports and accepts a retry while the relay fails', async () => {
    const id = await fail();
    relay.status = 500;
    expect(await read()).toContain('Out of range.');
    await post('try-again', { report: String(id) }).expect(303);
    expect(await read()).toContain('is tried again now');
  });

  it('shows which reports wait for each upstream, why, and how many were lost', async () => {
    const idle = { name: 'idle.example/4', depth: 0, bytes: 0, oldestMs: 0, lost: 0 };
    const waiting = { depth: 3, bytes: 20_000, oldestMs: 60_000, lost: 2 };
    const why = 'The upstream does not answer: <status 503>.';
    // The clock does not stand still in this spec. A time between two whole minutes keeps the
    // page's number of minutes stable.
    const held = { untilMs: Date.now() + 90_000, why };
    const busy = { ...idle, name: 'busy.example/6', depth: 1, bytes: 1000, oldestMs: 1000 };
    const held5 = { name: 'up.example/5', ...waiting, held };
    const tried = { ...idle, name: 'tried.example/7', held: { untilMs: Date.now() - 1000, why } };
    relay.operation = { ...OPERATION, upstreams: [idle, held5, busy, tried] };
    const text = await read();
    expect(text).toContain('idle.example/4 Everything is sent.');
    expect(text).toContain('up.example/5 Waiting: 3 reports, 20.0 kB, the oldest 1 minute old.');
    expect(text).toContain(
      'The upstream does not answer: &lt;status 503&gt;. The relay tries again in 1 minute.',
    );
    expect(text).toContain(
      'The upstream does not answer: &lt;status 503&gt;. The relay tries again now.',
    );
    expect(text).toContain('2 reports did not reach this upstream since the relay started.');
    expect(text).toContain('busy.example/6 Sending: 1 report, 1.0 kB, the oldest 1 second old.');
  });

  it('says why reports are refused, and which other spools there are', async () => {
    relay.operation = {
      ...OPERATION,
      takesReports: false,
      problems: ['The spool cannot be written.'],
      diskUse: 'DATA_DIR /data holds errata.sqlite (3.0 GB).',
      spools: [...OPERATION.spools, { ...OPERATION.spools[0]!, name: 'left', isOwn: false }],
      heldSpools: ['other'],
      unreadableSpools: [{ name: 'bad', reason: 'file is not a database' }],
    };
    const text = await read();
    expect(text).toContain(
      'Reports are refused. The spool cannot be written. DATA_DIR /data holds',
    );
    expect(text).toMatch(/Spool left , left by a relay that is gone: 12 reports, .* waiting\./);
    expect(text).toContain('1 other spool in the same folder is in use');
    expect(text).toMatch(/Spool bad cannot be opened: file is not a database/);
  });

  it('shows where damaged spools are, since when, how large, and what to do', async () => {
    const setAsideAtMs = Date.now() - 3 * 3_600_000;
    relay.operation = {
      ...OPERATION,
      damagedSpools: [
        { folder: 'abc-20260102T030405678Z', setAsideAtMs, bytes: 12_300_000 },
        { folder: '<b>"name"' },
      ],
    };
    const text = await read();
    expect(text).toContain('Damaged spools 2 spools');
    expect(text).toContain(
      'DATA_DIR/damaged/abc-20260102T030405678Z Set aside 3 h ago · takes 12.3 MB of the disk',
    );
    expect(text).toContain('DATA_DIR/damaged/&lt;b&gt;&quot;name&quot; Set aside');
    expect(text).toContain('Recover what can be read as docs/damaged-spools.md says');
  });

  it.each([
    [401, 'The relay has another ERRATA_SECRET'],
    [403, 'The clocks differ'],
    [404, 'No relay of this version answers'],
  ])('explains a relay that answers %i, and offers to try again', async (status, title) => {
    relay.status = status;
    const text = await read();
    expect(text).toContain(title);
    expect(text).toContain('Try again');
  });

  it('shows the outcomes of items and what SDKs lost, also while the relay refuses its request', async () => {
    const of = { projectId: 1, publicKey: 'abc', atMs: Date.now() };
    const outcomes: OutcomeCount[] = [
      { ...of, outcome: 'filtered', reason: 'kind', kind: 'session', quantity: 3 },
      { ...of, outcome: 'stored', reason: 'taken', kind: 'error', quantity: 1 },
      { ...of, outcome: 'stored', reason: 'taken', kind: 'internal', quantity: 3 },
    ];
    const discards = [{ ...of, reason: 'queue_overflow', kind: 'error', quantity: 7 }] as const;
    await renderer.stores.reports.record([createReport(1, [], { outcomes, discards: [discards] })]);
    relay.status = 401;
    const text = await read();
    expect(text).toContain('Dropped : the key does not take sessions (session) 3 3');
    expect(text).toContain('Stored (error) 1 1');
    expect(text).toContain('Dropped by the SDK : too much waited to be sent (error) 7 7');
    expect(text).not.toContain('internal');
  });

  it('draws what came and waited and what fills the disk, and lists projects that lose reports', async () => {
    const { operationSamples, outcomes } = renderer.stores;
    expect(await read()).toMatch(/now 12; not measured yet.* Disk not measured yet: the first/);
    const atMs = Date.now();
    const room = { ownBytes: 1e9, logBytes: 0, spoolBytes: 4e8, allBytes: 1e10, freeBytes: 4e9 };
    await operationSamples.add({ atMs, relay: 'own', waiting: 1500, oldestMs: 90_000, ...room });
    const refused = { outcome: 'rate_limited', reason: 'key', quantity: 4321 } as const;
    await outcomes.add([{ ...FAILED, atMs, ...refused }]);
    relay.status = 500;
    const text = await read('/settings/operation?range=7d');
    expect(text).toMatch(/Items bars of 3 hours; most 4,\d+, at .* 4,321 refused or failed/);
    expect(text).toMatch(/now unknown; highest 1,500, .* for 1 minute; no sample in 55 of 56 bars/);
    expect(text).toMatch(/Disk 60 % of 10.0 GB used .* Errata 1.0 GB others 5.0 GB free 4.0 GB/);
    expect(text).toContain('Errata 1.0 GB: other files 5');
    expect(text).toMatch(/Projects .* app 4,328 4,325 0 bytes/);
    expect(await read('/settings/operation?project=zz')).toContain('No project is called “zz”.');
  });

  it('lists the latest 50 failed reports, and says how many there are', async () => {
    for (let count = 0; count < 52; count += 1) await fail();
    const ids = await listIds();
    const text = await read();
    expect(text).toContain('Failed reports 52 reports All of them. The latest 50 are listed.');
    for (const id of ids.slice(0, 50)) expect(text).toContain(`report ${id} `);
    for (const id of ids.slice(50)) expect(text).not.toContain(`report ${id} `);
    const all = await post('try-again', { upTo: String(ids[0]) }).expect(303);
    expect(await readFlash(all)).toContain('52 reports are tried again.');
  });

  it('retries one failed report or all that it has listed, and says how many', async () => {
    const [one, two] = [await fail(), await fail()];
    const since = await fail();
    const first = await post('try-again', { report: String(one) }).expect(303);
    expect(await readFlash(first)).toContain('1 report is tried again.');
    const second = await post('try-again', { report: String(one) }).expect(303);
    expect(await readFlash(second)).toContain('Nothing was done');
    const all = await post('try-again', { upTo: String(two) }).expect(303);
    expect(await readFlash(all)).toContain('1 report is tried again.');
    const listed = await renderer.stores.failedReports.list({ limit: 9 });
    expect(listed.map(({ id, isRetried }) => [id, isRetried])).toEqual([
      [since, false],
      [two, true],
      [one, true],
    ]);
  });

  it('discards the chosen failed reports, and none that failed since', async () => {
    await fail();
    const upTo = await fail();
    const since = await fail();
    const answer = await post('discard', { upTo: String(upTo) }).expect(303);
    expect(await readFlash(answer)).toContain('2 reports were discarded.');
    expect(await listIds()).toEqual([since]);
  });

  it.each([
    [{}, 'Choose which reports to discard or try again.'],
    [{ upTo: '../own' }, 'There is no such report.'],
    [{ report: '' }, 'There is no such report.'],
  ])('refuses to discard the selection %j', async (fields, said) => {
    const id = await fail();
    const { text } = await post('discard', fields).expect(422);
    expect(shownOf(text)).toContain(said);
    expect(await listIds()).toEqual([id]);
  });

  it('offers the body of a failed report as a download, and audits who saved it', async () => {
    const id = await fail();
    const { headers, body } = await get(`/settings/operation/reports/${id}`).expect(200);
    expect((body as Buffer).toString()).toBe('{}\nconfidential');
    expect(headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename=report-${id}.envelope`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    });
    await get(`/settings/operation/reports/${id + 1}`).expect(404);
    await get('/settings/operation/reports/nope').expect(404);
    const { audit } = renderer.stores;
    expect(await audit.list({ what: 'failed-reports.downloaded', limit: 9 })).toMatchObject([
      { target: String(id), byUserId: renderer.idOf('owner') },
    ]);
  });

  it('answers 409 for a failed report that another ERRATA_SECRET encrypted', async () => {
    const id = await fail();
    const [report] = await renderer.stores.failedReports.list({ limit: 1 });
    await renderer.stores.failedReports.discard({ id }, { nowMs: 0 });
    const database = openDatabase({ dataDir: renderer.dataDir });
    const other = createStores(database, { secret: 'x'.repeat(32) }).failedReports;
    await other.put([{ ...report!, reportId: 9999, outcomes: [FAILED], body: Buffer.from('x') }]);
    const [sealed] = await other.list({ limit: 1 });
    await database.close();
    const { text } = await get(`/settings/operation/reports/${sealed!.id}`).expect(409);
    expect(shownOf(text)).toContain('another ERRATA_SECRET');
  });

  it('does not pass requests for /internal/operation on to the relay', async () => {
    await get('/internal/operation').expect(404);
    expect(relay.asked).toEqual([]);
  });
});
