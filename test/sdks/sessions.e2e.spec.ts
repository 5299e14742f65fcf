import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ensurePythonSdk } from '../../scripts/support/python-sdk.mjs';
import { BrowserApp } from '../support/browser-app.ts';
import { openBrowser } from '../support/browser.ts';
import { runSdkScript } from '../support/sdk-script.ts';
import { StoredReports } from '../support/stored-reports.ts';
import { startErrata } from '../support/started-errata.ts';
import type { StartedErrata } from '../support/started-errata.ts';
import { routes } from './expected.ts';

/** Undefined where it could not be fetched; `npm test` prints a line then. */
const pythonSdk = process.env['ERRATA_PYTHON_SDK'];

const RELEASE = { release: 'shop@1.4.2' };

let errata: StartedErrata;
let stored: StoredReports;

describe('sessions', () => {
  beforeEach(async () => {
    errata = await startErrata();
    stored = new StoredReports(errata.dataDir);
  });

  afterEach(async () => {
    await stored.close();
    await errata.end();
  });

  it('count by release from @sentry/node: of the process, and of requests', async () => {
    const { dsn } = routes['the relay, by its DSN'](errata);
    expect(await runSdkScript('sessions.mjs', { DSN: dsn })).toBe(0);
    expect(
      await stored.untilSessions(({ sessions, errored }) => sessions >= 6 && errored >= 2),
    ).toMatchObject([
      // The SDK begins a session of the process, the script two more, and each request has one.
      { ...RELEASE, sessions: 6, crashed: 1, errored: 2, users: 2, crashedUsers: 1 },
    ]);
  });

  if (pythonSdk) {
    it('count by release from sentry_sdk for Python: of a process, and of requests', async () => {
      const { dsn } = routes['the relay, by its DSN'](errata);
      const env = { PYTHONPATH: pythonSdk, DSN: dsn };
      expect(await runSdkScript('sessions.py', env, 'python3')).toBe(0);
      expect(
        await stored.untilSessions(({ sessions, errored }) => sessions >= 7 && errored >= 2),
      ).toMatchObject([
        { ...RELEASE, sessions: 7, crashed: 1, errored: 2, users: 2, crashedUsers: 1 },
      ]);
    });
  }

  it('count by release from a page with @sentry/browser', async () => {
    const [browser, app] = await Promise.all([openBrowser(), BrowserApp.build('sdk-pages')]);
    const context = await browser.newContext({ permissions: ['local-network-access'] });
    const page = await context.newPage();
    const { dsn, tunnel } = routes['the tunnel of the console'](errata);
    await app.open(page, { origin: errata.url, sdk: 'browser', dsn, ...(tunnel && { tunnel }) });
    await page.click('text=Pay');
    const sums = await stored.untilSessions(({ errored }) => errored > 0);
    expect(sums).toMatchObject([{ ...RELEASE, sessions: 1, crashed: 0, errored: 1 }]);
    await browser.close();
    await app.remove();
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
