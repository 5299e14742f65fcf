import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { createReport } from '#persistence/testing';
import type { FailedReportPage, OutcomeCount } from '#shared';
import { signInPeople } from './support/people.ts';
import type { Person } from './support/people.ts';
import { FAILED, OPERATION, RelayDouble, REPORT, SECRET } from './support/relay-double.ts';
import { shownOf } from './support/shown.ts';
import { startSpecRenderer } from './support/spec-renderer.ts';
import type { SpecRenderer } from './support/spec-renderer.ts';

const NONE: FailedReportPage = { total: 0, upTo: '', reports: [], reasons: [] };

describe('the operator page', () => {
  const relay = new RelayDouble();
  let renderer: SpecRenderer;
  let owner: Person;

  beforeAll(async () => {
    relay.server.listen(0, '127.0.0.1');
    await once(relay.server, 'listening');
    const { port } = relay.server.address() as AddressInfo;
    renderer = await startSpecRenderer({
      RELAY_URL: `http://127.0.0.1:${port}`,
      ERRATA_SECRET: SECRET,
    });
    ({ owner } = await signInPeople(renderer.stores, ['owner']));
  });

  beforeEach(() => relay.reset());

  afterAll(async () => {
    await renderer.end();
    relay.server.closeAllConnections();
    relay.server.close();
  });

  function get(path: string): supertest.Test {
    const http = supertest(renderer.app.getHttpServer());
    return http.get(path).set('Cookie', owner.cookie).set('Accept', 'text/html');
  }

  function post(action: string, fields: object): supertest.Test {
    return supertest(renderer.app.getHttpServer())
      .post(`/settings/operation?_action=${action}`)
      .type('form')
      .set('Cookie', owner.cookie)
      .set('Accept', 'text/html')
      .set('Origin', 'http://localhost:3000')
      .send(fields);
  }

  /** As it stands when everything has arrived, in text. */
  async function read(path = '/settings/operation'): Promise<string> {
    const { text } = await get(`${path}${path.includes('?') ? '&' : '?'}_whole=1`).expect(200);
    return shownOf(text)
      .replaceAll(/<!--.*?-->/g, '')
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ');
  }

  it('shows the queue, and what failed with its reason', async () => {
    const text = await read();
    expect(text).toContain('Reports are taken.');
    expect(text).toContain('12 reports, 340 kB, the oldest 3 seconds old');
    expect(text).toContain('The event is not JSON.');
    expect(text).toContain('app · 5.0 kB · report own:7');
    expect(text).toContain('Kept &lt;before&gt;.');
    expect(text).toContain('kept by an earlier version');
    // All of them, and the one of which it is known how.
    expect(text.match(/Try again/g)).toHaveLength(2);
    expect(relay.asked).toContain('GET /internal/operation signed');
  });

  it('shows which keys are refused, whose they are, and what to do', async () => {
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
    relay.operation = OPERATION;
    expect(await read()).not.toContain('Refused keys');
  });

  it('shows what SDKs have lost, by reason, and not that they told', async () => {
    const atMs = Date.now();
    const of = { projectId: 1, publicKey: 'abc', atMs };
    const discards = [{ ...of, reason: 'queue_overflow', kind: 'error', quantity: 7 }] as const;
    const outcomes: OutcomeCount[] = [
      { ...of, outcome: 'stored', reason: 'taken', kind: 'internal', quantity: 3 },
    ];
    await renderer.stores.reports.record([createReport(81, [], { discards, outcomes })]);
    const text = await read();
    expect(text).toContain('Lost before it was sent , error too much waited to be sent 7 7');
    expect(text).not.toContain('internal');
  });

  it('asks nobody to send again what is gone', async () => {
    const reason = 'Its body in segment 1 is gone, or damaged.';
    const gone = { ...REPORT, bytes: 0, reason, kind: 'report', isRetryable: false } as const;
    relay.failed = { ...FAILED, total: 1, reports: [gone] };
    const text = await read();
    expect(text).toContain(reason);
    expect(text).not.toContain('kept by an earlier version');
  });

  it('says that nothing failed', async () => {
    relay.failed = NONE;
    expect(await read()).toContain('There are none. A report that cannot be processed');
  });

  it('shows no upstreams where nothing is forwarded', async () => {
    expect(await read()).not.toContain('Forwarding');
  });

  it('shows what waits to be forwarded, why, and what did not get there', async () => {
    const idle = { name: 'idle.example/4', depth: 0, bytes: 0, oldestMs: 0, lost: 0 };
    const waiting = { depth: 3, bytes: 20_000, oldestMs: 60_000, lost: 2 };
    const why = 'It is away: <status 503>.';
    // Between two times of the clock that the spec does not hold.
    const held = { untilMs: Date.now() + 90_000, why };
    const busy = { ...idle, name: 'busy.example/6', depth: 1, bytes: 1000, oldestMs: 1000 };
    const held5 = { name: 'up.example/5', ...waiting, held };
    const tried = { ...idle, name: 'tried.example/7', held: { untilMs: Date.now() - 1000, why } };
    relay.operation = { ...OPERATION, upstreams: [idle, held5, busy, tried] };
    const text = await read();
    expect(text).toContain('idle.example/4 Everything is sent.');
    expect(text).toContain('up.example/5 Waiting: 3 reports, 20.0 kB, the oldest 1 minute old.');
    expect(text).toContain('It is away: &lt;status 503&gt;. Tried again in 1 minute.');
    expect(text).toContain('It is away: &lt;status 503&gt;. It is tried again now.');
    expect(text).toContain('2 reports did not get there since the relay was started.');
    expect(text).toContain('busy.example/6 Sending: 1 report, 1.0 kB, the oldest 1 second old.');
  });

  it('says why reports are refused, and which other spools there are', async () => {
    relay.operation = {
      ...OPERATION,
      takesReports: false,
      problems: ['The spool cannot be written.'],
      spools: [...OPERATION.spools, { ...OPERATION.spools[0]!, name: 'left', isOwn: false }],
      heldSpools: ['other'],
      unreadableSpools: [{ name: 'bad', reason: 'file is not a database' }],
    };
    const text = await read();
    expect(text).toContain('Reports are refused. The spool cannot be written.');
    expect(text).toMatch(/in spool left : 12 reports, .* waiting, 2 reports failed/);
    expect(text).toContain('1 other spool in the same folder is in use');
    expect(text).toMatch(/Spool bad cannot be opened: file is not a database/);
  });

  it('shows no damaged spools where there are none', async () => {
    expect(await read()).not.toContain('amaged');
  });

  it('shows damaged spools: where they are, since when, what they take, and what is to be done', async () => {
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
    expect(text).toContain('hand in what can be read as docs/damaged-spools.md says');
  });

  it.each([
    [401, 'The relay has another ERRATA_SECRET'],
    [403, 'The clocks differ'],
    [404, 'What answers is no relay of this version'],
  ])('says what a relay that answers %i has', async (status, title) => {
    relay.status = status;
    const text = await read();
    expect(text).toContain(title);
    expect(text).toContain('Try again');
  });

  it('shows what items ended in, also without the relay', async () => {
    const of = { projectId: 1, publicKey: 'abc', atMs: Date.now() };
    const outcomes: OutcomeCount[] = [
      { ...of, outcome: 'filtered', reason: 'kind', kind: 'session', quantity: 3 },
      { ...of, outcome: 'stored', reason: 'taken', kind: 'error', quantity: 1 },
    ];
    await renderer.stores.reports.record([createReport(1, [], { outcomes })]);
    relay.status = 401;
    const text = await read();
    expect(text).toContain(
      'Filtered , session nothing shows what is of this kind, or the key takes errors alone 3 3',
    );
    expect(text).toContain('Stored , error 1 1');
  });

  it('leads to older ones, and knows no other addresses', async () => {
    relay.failed = { ...FAILED, before: '1000-own:9' };
    const { text } = await get('/settings/operation?_whole=1').expect(200);
    expect(text).toContain('href="/settings/operation?before=1000-own%3A9"');
    await read('/settings/operation?before=1000-own%3A9');
    expect(relay.asked).toContain('GET /internal/failed-reports?before=1000-own%3A9 signed');
    await get('/settings/operation?before=yesterday').expect(404);
  });

  it.each([
    ['try-again', { which: 'one', report: 'own:7' }, 'retry?report=own%3A7'],
    ['try-again', { which: 'all', upTo: 'own:9' }, 'retry?upTo=own%3A9'],
    [
      'discard',
      { which: 'alike', report: 'own:7', upTo: 'own:9' },
      'discard?upTo=own%3A9&like=own%3A7',
    ],
  ])('has the relay %s: %j', async (action, fields, target) => {
    await post(action, fields).expect(303);
    expect(relay.asked).toEqual([`POST /internal/failed-reports/${target} signed`]);
  });

  it.each([
    [{ changed: 1, isBusy: false }, '1 report is tried again.'],
    [{ changed: 3, isBusy: true }, '3 reports are tried again.'],
    [{ changed: 0, isBusy: true }, 'A spool was in use'],
    [{ changed: 0, isBusy: false }, 'Nothing was done'],
  ])('tells what was done: %j', async (change, told) => {
    relay.change = change;
    const { headers } = await post('try-again', { which: 'all', upTo: 'own:9' }).expect(303);
    const cookies = (headers['set-cookie'] as unknown as string[]).map(
      (each) => each.split(';')[0],
    );
    const page = await get('/settings/operation?_whole=1').set(
      'Cookie',
      [owner.cookie, ...cookies].join('; '),
    );
    expect(shownOf(page.text)).toContain(told);
  });

  it.each([
    [{}, 'Choose which reports.'],
    [{ which: 'one' }, 'Choose which reports.'],
    [{ which: 'alike', upTo: 'own:9' }, 'Choose which reports.'],
    [{ which: 'all', upTo: '../own' }, 'There is no such report.'],
  ])('takes no selection of %j', async (fields, said) => {
    const { text } = await post('discard', fields).expect(422);
    expect(shownOf(text)).toContain(said);
    expect(relay.asked.filter((call) => call.startsWith('POST'))).toEqual([]);
  });

  it('says why nothing was done', async () => {
    relay.status = 401;
    const { text } = await post('try-again', { which: 'all', upTo: 'own:9' }).expect(422);
    expect(shownOf(text)).toContain('The relay has another ERRATA_SECRET. Nothing was done.');
  });

  it('has the body of a failed report saved, and shown by no browser', async () => {
    const { headers, body } = await get('/settings/operation/reports/own:7').expect(200);
    expect((body as Buffer).toString()).toBe('{}\n');
    expect(headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename=own-7.envelope',
      'cache-control': 'private, no-store',
    });
    relay.status = 404;
    await get('/settings/operation/reports/own:8').expect(404);
  });

  it('keeps what is internal from whoever asks the renderer', async () => {
    await get('/internal/operation').expect(404);
    expect(relay.asked).toEqual([]);
  });
});
