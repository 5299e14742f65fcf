import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { NormalisedEvent } from '#shared';
import { hold } from '../support/hold.ts';
import { ensurePythonSdk } from '../../scripts/support/tools/python-sdk.mjs';
import { root } from '../../scripts/support/root.mjs';
import { openBrowser } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { expectPage } from '../support/expect-page.ts';
import { runSdkScript } from '../support/sdk-script.ts';
import { addSetUpCookie } from '../support/set-up-pass.ts';
import { StoredReports } from '../support/stored-reports.ts';
import { startErrata } from '../support/started-errata.ts';
import {
  anyEvent,
  cannotPay,
  cartIsEmpty,
  cartWasEmptied,
  routes,
  settings,
  toDsn,
} from './expected.ts';

/** Undefined where it could not be fetched; `npm test` prints a line then. */
const pythonSdk = process.env['ERRATA_PYTHON_SDK'];

const filesOfTheCart = {
  'cart.json': '{"items":[]}',
  'screen.png': '\u0089PNG\r\n\u001a\n',
};

const errata = hold(() => startErrata(settings));
let stored: StoredReports;

beforeAll(async () => {
  stored = new StoredReports(errata.dataDir);
});

afterAll(async () => {
  await stored.close();
});

async function run(args: readonly string[], route: keyof typeof routes) {
  const { dsn, tunnel } = routes[route](errata);
  const child = spawn(process.execPath, args, {
    cwd: join(root, 'test/fixtures/sdk-servers'),
    // The environment of this process has Jest's options for Node.js, which must not reach the
    // application.
    env: {
      PATH: process.env['PATH'],
      DSN: dsn,
      ...(tunnel ? { TUNNEL: errata.url + tunnel } : {}),
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [printed, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return { code: code as number | null, ids: printed.trim().split('\n') };
}

function findThrown(events: readonly NormalisedEvent[], type: string): NormalisedEvent | undefined {
  return events.find(({ exceptions }) => exceptions[0]?.type === type);
}

function toMonitor(application: string, route: keyof typeof routes): string {
  return `${application}-by-${routes[route](errata).tunnel ? 'tunnel' : 'dsn'}`;
}

describe.each(Object.keys(routes) as (keyof typeof routes)[])('%s', (route) => {
  it('takes events, job runs and the fatal error of an application with @sentry/node', async () => {
    const { code, ids } = await run(['node.mjs'], route);
    expect(code).toBe(1);
    expect(ids).toHaveLength(3);
    const events = await Promise.all(ids.map((id) => stored.untilEvent(id)));
    // An SDK sends events in the order in which it has finished them.
    const message = events.find((event) => event.message !== undefined);
    const caught = findThrown(events, 'TypeError');
    const uncaught = findThrown(events, 'RangeError');
    const sdk = { name: 'sentry.javascript.node', version: expect.stringMatching(/^11\./) };
    expect(message).toMatchObject({
      ...anyEvent,
      serverName: 'web-1',
      sdk,
      ...cartWasEmptied,
    });
    expect(caught).toMatchObject({ ...anyEvent, serverName: 'web-1', sdk, level: 'error' });
    expect(caught?.exceptions).toEqual([cartIsEmpty]);
    expect(caught?.exceptions[0]?.frames.at(-1)).toMatchObject({
      filename: expect.stringMatching(/sdk-servers\/node\.mjs$/),
      contextLine: '  return cart.items[0].price;',
      inApp: true,
    });
    expect(await stored.readAttachments(caught!)).toEqual(filesOfTheCart);
    expect(await stored.readAttachments(uncaught!)).toEqual({});
    expect(await stored.untilFeedback(caught!)).toEqual([cannotPay]);
    expect(uncaught).toMatchObject({
      ...anyEvent,
      level: 'fatal',
      exceptions: [
        {
          type: 'RangeError',
          value: 'The shop has closed',
          mechanism: { handled: false },
        },
      ],
    });
    const { monitor, runs } = await stored.untilRuns(toMonitor('stock', route), 2);
    expect(monitor).toMatchObject({
      scheduledBy: 'check-ins',
      config: {
        schedule: { type: 'crontab', value: '0 2 * * *' },
        timeZone: 'Europe/Berlin',
        marginMinutes: 5,
        runtimeMinutes: 10,
      },
      environments: [{ environment: 'staging' }],
    });
    const { release } = anyEvent;
    expect(runs).toMatchObject([
      { status: 'error', release, durationMs: expect.any(Number) },
      { status: 'ok', release, durationMs: expect.any(Number) },
    ]);
  });

  it('takes a controller’s error and a job run of an application with @sentry/nestjs', async () => {
    const { code, ids } = await run(['--import', './instrument.mjs', 'nest.mjs'], route);
    expect(code).toBe(0);
    expect(ids).toHaveLength(3);
    const events = await Promise.all(ids.map((id) => stored.untilEvent(id)));
    const message = events.find((event) => event.message !== undefined);
    const lost = findThrown(events, 'Error');
    const thrown = findThrown(events, 'TypeError');
    const sdk = { name: 'sentry.javascript.nestjs', version: expect.stringMatching(/^10\./) };
    expect(message).toMatchObject({ ...anyEvent, sdk, ...cartWasEmptied });
    expect(thrown).toMatchObject({
      ...anyEvent,
      sdk,
      level: 'error',
      request: { method: 'GET', url: expect.stringMatching(/\/checkout\/pay$/) },
    });
    expect(thrown?.exceptions).toEqual([cartIsEmpty]);
    expect(thrown?.exceptions[0]).toMatchObject({ mechanism: { handled: false } });
    expect(await stored.readAttachments(thrown!)).toEqual({});
    expect(lost).toMatchObject({ ...anyEvent, sdk, level: 'error' });
    expect(await stored.readAttachments(lost!)).toEqual(filesOfTheCart);
    expect(await stored.untilFeedback(lost!)).toEqual([cannotPay]);
    expect(await stored.untilRuns(toMonitor('nest', route), 1)).toMatchObject({
      monitor: {
        config: { schedule: { type: 'interval', value: 2, unit: 'hour' }, runtimeMinutes: 10 },
      },
      runs: [{ status: 'ok' }],
    });
    const segments = await stored.untilSegments('app', (found) => found.has('GET /checkout/pay'));
    const { kind, totals } = segments.get('GET /checkout/pay')!;
    expect([kind, totals.failed]).toEqual(['request', totals.seen]);
  });
});

function toRelay(project: Parameters<typeof toDsn>[1]): { readonly DSN: string } {
  return { DSN: toDsn(routes['the relay, by its DSN'](errata), project) };
}

describe('sessions', () => {
  const { release } = anyEvent;
  const sums = { release, crashed: 1, errored: 2, users: 2, crashedUsers: 1 };

  it('count by release from @sentry/node: of the process, and of requests', async () => {
    expect(await runSdkScript('sessions.mjs', toRelay('sessions'))).toBe(0);
    // The SDK begins a session of the process, the script two more, and each request has one.
    const all = stored.untilSessions('sessions', (one) => one.sessions >= 6 && one.errored >= 2);
    expect(await all).toMatchObject([{ ...sums, sessions: 6 }]);
  });

  if (pythonSdk) {
    it('count by release from sentry_sdk for Python: of a process, and of requests', async () => {
      const env = { PYTHONPATH: pythonSdk, ...toRelay('python') };
      expect(await runSdkScript('sessions.py', env, 'python3')).toBe(0);
      const all = stored.untilSessions('python', (one) => one.sessions >= 7 && one.errored >= 2);
      expect(await all).toMatchObject([{ ...sums, sessions: 7 }]);
    });
  }
});

describe('logs', () => {
  it('are shown beside the error of @sentry/node, on its page and in its trace', async () => {
    expect(await runSdkScript('logs.mjs', toRelay('logs'))).toBe(0);
    expect(await stored.untilLogs('logs', 3)).toEqual([
      'Cart loaded',
      'Payment of 12.5 declined',
      'Worker started',
    ]);
    const { id, traceId } = await stored.untilIssue('logs');
    const browser = await openBrowser();
    const page = await browser.newPage({ javaScriptEnabled: false });
    await addSetUpCookie(page.context(), errata);
    await page.goto(`${errata.url}/issues/${id}`);
    const steps = page.locator('#breadcrumbs li');
    const shown = await eventually('logs on the page', async () => {
      await page.reload();
      const all = await steps.allInnerTexts();
      return all.length >= 4 && all.map((each) => each.replaceAll(/\s+/g, ' '));
    });
    expect(shown.map((each) => each.replace(/^\S+ \S+ /, ''))).toEqual([
      expect.stringContaining('this event'),
      expect.stringContaining('Payment of 12.5 declined'),
      expect.stringMatching(/Cart loaded.*cart\.size 3/),
      expect.stringMatching(/nearby Worker started/),
    ]);
    await page.check('label:has-text("Warnings and errors") input');
    await expectPage(steps.filter({ visible: true })).toHaveCount(2);
    await page.goto(`${errata.url}/traces/${traceId}`);
    await expectPage(page.locator('#happened')).toHaveText(
      /Cart loaded[^]*Payment of 12\.5 declined[^]*no money/,
      { useInnerText: true },
    );
    await browser.close();
  });
});

describe('spans', () => {
  it.each([
    ['node11', '@sentry/node'],
    // This package brings @sentry/node 10, which sends transactions.
    ['node10', '@sentry/nestjs'],
  ] as const)('count by segment from an Express application with %s', async (project, SDK) => {
    const env = {
      ...toRelay(project),
      SDK,
      DATABASE_URL: process.env['ERRATA_TEST_POSTGRES_URL']!,
    };
    expect(await runSdkScript('spans.mjs', env)).toBe(0);
    const names = ['GET /orders/:id', 'GET /stock/:sku', 'GET /pay'];
    const segments = await stored.untilSegments(project, (found) => {
      return names.reduce((sum, name) => sum + (found.get(name)?.totals.seen ?? 0), 0) === 5;
    });
    const count = (name: string) => {
      const { kind, totals } = segments.get(name)!;
      const { seen, failed, p95Ms } = totals;
      return { kind, seen, failed, isTimed: p95Ms > 0 };
    };
    const ok = { kind: 'request', failed: 0, isTimed: true };
    expect(count('GET /orders/:id')).toEqual({ ...ok, seen: 2 });
    expect(count('GET /stock/:sku')).toEqual({ ...ok, seen: 2 });
    expect(count('GET /pay')).toEqual({ ...ok, seen: 1, failed: 1 });
    expect(segments.has('GET /healthz')).toBe(false);
    const list = (name: string) => stored.listOperations(project, segments.get(name)!.id);
    expect(await list('GET /orders/:id')).toMatchObject([
      { kind: 'http', name: expect.stringContaining('127.0.0.1'), calls: 2 },
    ]);
    expect(await list('GET /stock/:sku')).toMatchObject([
      { kind: 'db', name: 'select ?::int as stock', calls: 2 },
    ]);
  });
});

describe('ensurePythonSdk', () => {
  afterEach(() => void jest.restoreAllMocks());

  it('says that Python’s sessions are not counted when the SDK cannot be fetched', async () => {
    const printed = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    jest.replaceProperty(process, 'env', { ...process.env, PATH: '' });
    expect(await ensurePythonSdk()).toBeUndefined();
    expect(printed).toHaveBeenCalledWith(
      expect.stringMatching(/Python is not at hand: its sessions are not counted\. There is no/),
    );
  });
});
