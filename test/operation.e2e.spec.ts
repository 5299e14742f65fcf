import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SqliteDatabase } from '#sqlite';
import type { Page } from 'playwright-core';
import { OWNER, owned } from './support/access.ts';
import { openAt, watchErrors } from './support/browser.ts';
import { eventually } from './support/eventually.ts';
import { hold } from './support/hold.ts';
import { startErrata } from './support/started-errata.ts';
import { StoredReports } from './support/stored-reports.ts';
import { holdTabs } from './support/tabs.ts';

describe('the operator page of a running Errata', () => {
  const errata = hold(() => startErrata({ ...owned, MONITORING_DSN: 'off' }));
  const site = holdTabs(() => errata.url, { reducedMotion: 'reduce' });
  let stored: StoredReports;
  let page: Page;
  let errors: string[];

  beforeAll(() => {
    stored = new StoredReports(errata.dataDir);
  });

  afterAll(() => stored.close());

  async function report(eventId: string): Promise<void> {
    const { pathname, username } = new URL(errata.dsn);
    const body = `{"event_id":"${eventId}"}\n{"type":"event"}\n{"message":"A report of the spec"}\n`;
    const address = `${errata.relayUrl}/api${pathname}/envelope/?sentry_key=${username}`;
    expect((await fetch(address, { method: 'POST', body })).status).toBe(200);
  }

  /** Changes the schema so that the database refuses events, as for a value that it cannot hold. */
  function change(sql: string): void {
    const db = new SqliteDatabase(join(errata.dataDir, 'errata.sqlite'), { timeoutMs: 10_000 });
    db.exec(sql);
    db.close();
  }

  const refuse = (): void =>
    change(
      "CREATE TRIGGER refuse BEFORE INSERT ON events BEGIN SELECT raise(ABORT, 'Out of range.'); END",
    );
  const cure = (): void => change('DROP TRIGGER refuse');

  async function open(javaScriptEnabled: boolean): Promise<void> {
    page = await site.tabs.open({ own: { javaScriptEnabled } });
    errors = watchErrors(page);
    await openAt(page, `${errata.url}/sign-in?to=/settings/operation`);
    await page.getByLabel('Email').fill(OWNER.email);
    await page.getByLabel('Password').fill(OWNER.password);
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Operation' }).waitFor();
  }

  async function shows(text: string | RegExp): Promise<void> {
    const found = page.getByText(text).first();
    await eventually(`${text} on the page`, async () => {
      await page.getByRole('heading', { name: 'Failed reports' }).waitFor();
      // Without scripts the first document leads on to the complete page.
      await page.getByText('Asking the relay').waitFor({ state: 'hidden' });
      return (await found.isVisible()) || page.reload().then(() => false);
    });
  }

  const failed = () => page.getByRole('region', { name: 'Failed reports' });
  const tell = (text: string) =>
    page.getByRole('region', { name: 'Message' }).getByText(text).waitFor();

  it('offers a failed report as a download, retries it, and shows it stored', async () => {
    const eventId = 'a'.repeat(32);
    refuse();
    await report(eventId);
    await open(true);
    await shows('Recording failed: Out of range.');
    await failed().getByText(`event ${eventId}`).waitFor();
    const saving = page.waitForEvent('download');
    await failed()
      .getByRole('link', { name: /^Download report/ })
      .click();
    const pieces: Buffer[] = [];
    for await (const piece of await (await saving).createReadStream()) pieces.push(piece as Buffer);
    expect(Buffer.concat(pieces).toString()).toContain('A report of the spec');

    cure();
    await failed()
      .getByRole('button', { name: /^Try again/ })
      .click();
    await tell('1 report is tried again.');
    await shows('There are none.');
    expect((await stored.untilEvent(eventId)).eventId).toBe(eventId);
    await page.reload();
    const outcomes = page.getByRole('region', { name: 'Outcomes' });
    await outcomes.getByText('Stored (error)').waitFor();
    // The relay takes the earlier count back a second later.
    await eventually('no failed report', async () => {
      const count = await outcomes.getByText('Failed').count();
      return count === 0 || page.reload().then(() => false);
    });
    expect(errors).toEqual([]);
  });

  it.each([
    ['without scripts', false, 'c'],
    ['with scripts', true, 'd'],
  ])(
    'asks before it discards a failed report, also by keyboard, %s',
    async (_how, hasScripts, letter) => {
      refuse();
      await report(letter.repeat(32));
      await open(hasScripts);
      await shows('Recording failed: Out of range.');
      cure();
      await failed()
        .getByRole('button', { name: /^Discard report/ })
        .press('Enter');
      const question = page.getByRole('dialog', { name: 'Discard this report for good?' });
      await question.waitFor();
      await page.keyboard.press('Escape');
      await question.waitFor({ state: 'hidden' });
      await failed()
        .getByRole('button', { name: /^Discard report/ })
        .press('Enter');
      await question.getByRole('button', { name: 'Discard' }).press('Enter');
      await tell('1 report was discarded.');
      await shows('There are none.');
      expect(errors).toEqual([]);
    },
  );
});
