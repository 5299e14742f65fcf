import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { SqliteDatabase } from '#sqlite';
import type { Browser, Page } from 'playwright-core';
import { toEnvelopeUrl } from '../bench/processes/environment.mjs';
import { launchRenderer, startRelay } from '../bench/processes/errata.mjs';
import { nameResolutionOptions } from '../bench/processes/installation.mjs';
import type { Program } from '../scripts/support/program.mjs';
import { stopAll } from '../scripts/support/program.mjs';
import { openBrowser, watchErrors } from './support/browser.ts';
import { eventually } from './support/eventually.ts';
import { findFreePorts } from './support/free-ports.ts';
import { StoredReports } from './support/stored-reports.ts';

const OWNER = { email: 'ada@example.org', password: 'correct horse battery staple' };
const NAME = 'relays.spec';
const ADDRESSES = ['127.0.0.1', '127.0.0.2'];

/**
 * Both relays share one database, and one host name resolves to both. Each relay has a spool of its
 * own.
 */
describe('the operator page of two relays', () => {
  let dataDir: string;
  let relayPort: number;
  let url: string;
  let relays: Program[];
  let browser: Browser;
  let stored: StoredReports;
  let page: Page;
  let errors: string[];

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'errata-'));
    const [port, free] = (await findFreePorts(2)) as [number, number];
    [url, relayPort] = [`http://127.0.0.1:${port}`, free];
    // The first relay has to create the tables before the second starts.
    relays = [await startAt(ADDRESSES[0]!), await startAt(ADDRESSES[1]!)];
    const named = nameResolutionOptions(NAME, ADDRESSES);
    const renderer = launchRenderer(dataDir, {
      ...named,
      port,
      relayUrl: `http://${NAME}:${relayPort}`,
      settings: {
        MONITORING_DSN: 'off',
        ERRATA_OWNER_EMAIL: OWNER.email,
        ERRATA_OWNER_PASSWORD: OWNER.password,
        ...named.settings,
      },
    });
    [browser] = await Promise.all([openBrowser(), renderer.untilReady()]);
    stored = new StoredReports(dataDir);
  });

  afterEach(() => page.context().close());

  afterAll(async () => {
    await browser.close();
    await stored.close();
    await stopAll();
    await rm(dataDir, { recursive: true, force: true });
  });

  function startAt(host: string): Promise<Program> {
    const settings = { MONITORING_DSN: 'off', HOST: host, RELAY_PORT: String(relayPort) };
    return startRelay(dataDir, { settings });
  }

  async function report(...eventIds: string[]): Promise<void> {
    for (const [index, eventId] of eventIds.entries()) {
      const body = `{"event_id":"${eventId}"}\n{"type":"event"}\n{"message":"A report of the spec"}\n`;
      const address = toEnvelopeUrl(`http://${ADDRESSES[index]}:${relayPort}`);
      expect((await fetch(address, { method: 'POST', body })).status).toBe(200);
    }
  }

  /** Changes the schema so that the database refuses events, as for a value that it cannot hold. */
  function change(sql: string): void {
    const db = new SqliteDatabase(join(dataDir, 'errata.sqlite'), { timeoutMs: 10_000 });
    db.exec(sql);
    db.close();
  }

  const refuse = (): void =>
    change(
      "CREATE TRIGGER refuse BEFORE INSERT ON events BEGIN SELECT raise(ABORT, 'Out of range.'); END",
    );
  const cure = (): void => change('DROP TRIGGER refuse');

  async function open(javaScriptEnabled: boolean): Promise<void> {
    const context = await browser.newContext({ javaScriptEnabled, reducedMotion: 'reduce' });
    page = await context.newPage();
    errors = watchErrors(page);
    await page.goto(`${url}/sign-in?to=/settings/operation`);
    await page.getByLabel('Email').fill(OWNER.email);
    await page.getByLabel('Password').fill(OWNER.password);
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Operation' }).waitFor();
  }

  async function shows(text: string | RegExp, times: number): Promise<void> {
    const found = page.getByText(text);
    await eventually(`${String(text)} on the page`, async () => {
      await page.getByRole('heading', { name: 'Outcomes' }).waitFor();
      await page.getByText('Asking the relay').waitFor({ state: 'hidden' });
      return (await found.count()) === times || page.reload().then(() => false);
    });
  }

  const relayAt = (host: string) =>
    page.getByRole('region', { name: `Relay at ${host}:${relayPort}` });
  const failed = () => page.getByRole('region', { name: 'Failed reports' });

  it.each([
    ['without scripts', false, 'a', 'b'],
    ['with scripts', true, 'c', 'd'],
  ])('retries the failed reports of both relays, %s', async (_how, hasScripts, one, two) => {
    const eventIds = [one.repeat(32), two.repeat(32)];
    refuse();
    await report(...eventIds);
    await open(hasScripts);
    await shows(/event (?:a{32}|b{32}|c{32}|d{32})/, 2);
    for (const host of ADDRESSES) {
      await relayAt(host).getByText('Reports are taken.').waitFor();
    }
    cure();
    await failed().getByRole('button', { name: 'Try again: all' }).click();
    const told = page.getByRole('region', { name: 'Message' });
    await told.getByText('2 reports are tried again.').waitFor();
    for (const eventId of eventIds) {
      expect((await stored.untilEvent(eventId)).eventId).toBe(eventId);
    }
    await shows('There are none.', 1);
    expect(errors).toEqual([]);
  });

  it('says which relay does not answer', async () => {
    await relays[1]!.end('SIGKILL');
    await open(true);
    await relayAt('127.0.0.2').getByText('The relay does not answer').waitFor();
    await relayAt('127.0.0.1').getByText('Reports are taken.').waitFor();
    await failed().getByText('There are none.').waitFor();
    relays[1] = await startAt('127.0.0.2');
    await page.reload();
    await relayAt('127.0.0.2').getByText('Reports are taken.').waitFor();
    expect(errors).toEqual([]);
  });
});
