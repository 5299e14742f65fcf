import { describe, expect, it } from '@jest/globals';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { createReport } from '#product/testing';
import { monitorLimits } from '#shared';
import { hold } from '../../../test/support/hold.ts';
import { holdTabs } from '../../../test/support/tabs.ts';
import { expectPage } from '../../../test/support/expect-page.ts';
import { planMonitors } from '../src/features/operation/demo/demo-monitors.ts';
import { startPeopledRenderer } from './support/peopled-renderer.ts';
import { startListening } from './support/spec-renderer.ts';
import { sampleEvent, sampleReport } from './support/sample-report.ts';
import { shownOf } from './support/shown.ts';

describe('cron monitors', () => {
  const renderer = hold(() => startListening(startPeopledRenderer));
  const site = holdTabs(() => renderer.origin);
  let reports = 0;

  const open = (path: string, own: BrowserContextOptions): Promise<Page> =>
    site.tabs.visit(path, { cookie: renderer.cookieOf('admin'), own });

  async function takeRuns(...slugs: string[]): Promise<void> {
    const { reports: store, monitors } = renderer.stores;
    const nowMs = Date.now();
    reports += 1;
    const checkIns = slugs.map((slug, at) => ({
      slug,
      status: 'ok' as const,
      environment: 'production',
      newId: String(1000 * reports + at).padStart(32, '0'),
      projectId: 1,
      receivedAtMs: nowMs,
    }));
    await store.record([createReport(reports, [], { checkIns })]);
    while (await monitors.judgeNext({ nowMs, untilMs: nowMs, awakeSinceMs: 0 })) continue;
  }

  const isWiderThanScreen = (page: Page) =>
    page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);

  it('show the key of a project only to people who may see keys', async () => {
    const [viewer, admin] = await Promise.all(
      (['viewer', 'admin'] as const).map(async (person) =>
        shownOf((await renderer.get(person, '/crons').expect(200)).text),
      ),
    );
    const keys = (await renderer.stores.projects.listKeys()).map(({ publicKey }) => publicKey);
    const pattern = new RegExp(keys.join('|'));
    expect(admin).toMatch(pattern);
    expect(viewer).not.toMatch(pattern);
    expect(viewer).toContain('Admins of the project find here');
  });

  it('take the chosen kind of schedule and ignore the fields of the kind not chosen', async () => {
    const { send, stores } = renderer;
    const common = { project: 'web', margin: '5', runtime: '30', failures: '1', recoveries: '1' };
    const hourly = { name: 'hourly', type: 'interval', every: '2', unit: 'hour' };
    const hidden = { crontab: 'never', timeZone: 'Mars/Olympus' };
    await send('admin', '/crons/new', 'create', { ...common, ...hourly, ...hidden }).expect(303);
    const nightly = { name: 'nightly', type: 'crontab', crontab: '@daily', timeZone: 'Asia/Tokyo' };
    await send('admin', '/crons/new', 'create', { ...common, ...nightly }).expect(303);
    for (const wrong of [{ timeZone: 'Mars/Olympus' }, { crontab: '' }, { type: 'interval' }]) {
      await send('admin', '/crons/new', 'create', { ...common, ...nightly, ...wrong }).expect(422);
    }
    const monitors = await stores.monitors.list('all');
    expect(monitors.map(({ slug, config }) => [slug, config?.schedule, config?.timeZone])).toEqual(
      expect.arrayContaining([
        ['hourly', { type: 'interval', value: 2, unit: 'hour' }, 'UTC'],
        ['nightly', { type: 'crontab', value: '@daily' }, 'Asia/Tokyo'],
      ]),
    );
    const by = { byUserId: renderer.idOf('admin'), nowMs: Date.now() };
    for (const { id } of monitors) await stores.monitors.remove(id, by);
  });

  it.each([
    ['nightly-backup', 'in a wide window', { viewport: { width: 1280, height: 800 } }],
    [
      'hourly-report',
      'on a phone, without scripts',
      { viewport: { width: 360, height: 640 }, javaScriptEnabled: false },
    ],
  ] as const)('a person adds, watches, switches and removes %s %s', async (name, _, options) => {
    const page = await open('/crons', options);
    await page.getByRole('heading', { name: 'No cron monitor yet' }).waitFor();
    expect(await isWiderThanScreen(page)).toBe(false);
    await page.getByRole('link', { name: 'Add a monitor' }).click();
    await page.getByLabel('Name').fill(name);
    const every = page.getByLabel('Every', { exact: true });
    await expectPage(every).toBeHidden();
    await page.getByLabel('A fixed time after the run before').check();
    await every.waitFor();
    await expectPage(page.getByLabel('Crontab', { exact: true })).toBeHidden();
    await page.getByLabel('At the times of a crontab').check();
    await page.getByLabel('Crontab', { exact: true }).fill('every night');
    await page.getByRole('button', { name: 'Add the monitor' }).click();
    await page.getByRole('main').getByText('This is no schedule of five fields').waitFor();
    await expectPage(page.getByLabel('Name')).toHaveValue(name);
    expect(await isWiderThanScreen(page)).toBe(false);
    await page.getByLabel('Crontab', { exact: true }).fill('0 2 * * *');
    await page.getByRole('button', { name: 'Add the monitor' }).click();

    await page.getByRole('heading', { name, level: 1 }).waitFor();
    const [key] = await renderer.stores.projects.listKeys();
    const address = `/api/1/cron/${name}/${key!.publicKey}/?status=$s`;
    const curl = page.getByRole('region', { name: /^curl/ });
    await curl.getByText(address).waitFor();
    await takeRuns(name);
    if ('javaScriptEnabled' in options) await page.reload();
    const runs = page.getByRole('region', { name: 'Last runs' });
    await runs.getByRole('listitem').waitFor();
    await page.getByRole('img', { name: 'Last run: 1 ok' }).waitFor();
    expect(await isWiderThanScreen(page)).toBe(false);

    await page.getByRole('button', { name: 'Switch off' }).click();
    await page.getByRole('button', { name: 'Switch on' }).waitFor();
    expect((await renderer.stores.monitors.list('all'))[0]?.state).toBe('disabled');
    await page.getByRole('button', { name: 'Switch on' }).click();
    await page.getByRole('button', { name: 'Switch off' }).waitFor();
    await page.getByRole('button', { name: 'Mute', exact: true }).click();
    await page.getByRole('button', { name: 'Unmute' }).waitFor();
    expect((await renderer.stores.monitors.list('all'))[0]?.state).toBe('muted');
    await page.getByRole('link', { name: 'Crons' }).last().click();
    await page.getByRole('link', { name }).waitFor();
    expect(await isWiderThanScreen(page)).toBe(false);
    await page.getByRole('link', { name }).click();
    // The document still contains the previous page, hidden.
    const removal = page
      .getByRole('region', { name: 'Remove the monitor' })
      .filter({ visible: true });
    await removal.getByText('1 run goes with it').waitFor();
    const typed = removal.getByLabel(`Type ${name} to remove the monitor`);
    await typed.fill('another');
    await page.getByRole('button', { name: 'Remove the monitor' }).click();
    await removal.getByText('This is not the slug of the monitor.').waitFor();
    await typed.fill(name);
    await page.getByRole('button', { name: 'Remove the monitor' }).click();
    await page.getByRole('heading', { name: 'No cron monitor yet' }).waitFor();
    expect(await renderer.stores.monitors.list('all')).toEqual([]);
  });

  it('say how many check-ins the hourly limit refused', async () => {
    await takeRuns(...Array.from({ length: monitorLimits.monitorsMade }, (_, at) => `m${at}`));
    await takeRuns('first', 'second', 'm0');
    const page = shownOf((await renderer.get('admin', '/crons').expect(200)).text);
    expect(page).toContain('2 check-ins of the last day had no room:');
    expect(page).toContain(
      'check-ins make at most 20 monitors and 40 environments of monitors an hour',
    );
  });

  it('show their runs in the issue of their failure and its Markdown, but in no other project', async () => {
    const { monitors, projects, issues, reports: store } = renderer.stores;
    await projects.ensure([{ slug: 'other', id: 2 }]);
    const id = (await monitors.list([1])).find(({ slug }) => slug === 'm0')!.id;
    const exceptions = [{ type: 'Monitor failure: m0', value: 'Missed', frames: [] }];
    const event = sampleEvent({ exceptions, contexts: { monitor: { id, name: 'm0' } } });
    const elsewhere = { ...event, eventId: 'e'.repeat(32), projectId: 2 };
    await store.record([event, elsewhere].map((each) => sampleReport((reports += 1), each)));
    const all = await issues.list({ limit: 9, nowMs: Date.now() });
    const show = async (projectId: number, path = '') => {
      const issue = all.find((each) => each.projectId === projectId)!;
      return (await renderer.get('owner', `/issues/${issue.id}${path}`).expect(200)).text;
    };
    const own = shownOf(await show(1));
    expect(own).toContain('aria-label="Last 2 runs: 2 ok"');
    expect(own).toContain(`href="/crons/${id}?environment=production"`);
    expect(own).not.toContain('Stack trace');
    const markdown = await show(1, `/events/${event.eventId}/markdown`);
    expect(markdown).toContain('- Monitor: Last 2 runs: 2 ok. [Open the monitor](');
    expect(await show(2)).toContain('No stack trace was sent.');
  });

  it('are listed by pages, with a strip each, and tell how long their runs took', async () => {
    const { monitors } = renderer.stores;
    const [, orders] = planMonitors({ slug: 'demo-api', projectId: 1 }, Date.now());
    for (let nth = 0; nth < monitorLimits.rowsListed; nth += 1) {
      await monitors.addSample({ ...orders!, slug: `sample-${nth}` });
    }
    const list = async (query: string) =>
      shownOf((await renderer.get('viewer', `/crons${query}`).expect(200)).text);
    expect(await list('?query=sample')).not.toContain('More monitors');
    expect(await list('?query=sample')).toContain('"Last 60 runs: 60 ok"');
    expect(await list('?query=sample')).toContain('took 25 min, usually 16 min · ');
    expect(await list('')).toContain('href="/crons?page=2"');
    const typed = await renderer.get('admin', '/crons?project=WEB&state=failing').expect(303);
    expect(typed.headers['location']).toBe('/crons?project=web&state=failing');
    expect(await list('?project=wob')).toContain('There is no project “wob”.');
    expect(await list('?page=2')).not.toContain('More monitors');
    const { id } = (await monitors.list([1])).find(({ slug }) => slug === 'sample-1')!;
    const shown = await list(`/${id}`);
    expect(shown).toContain('Took 25 min in the latest run, median 16 min, longest 31 min on ');
    expect(shown).toContain('1 run took longer than 30 min');
  });
});
