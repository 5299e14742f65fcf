import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createGroupedEvent, createReport } from '#product/testing';
import { openBrowser } from '../../../test/support/browser.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { findFreePorts } from '../../../test/support/free-ports.ts';
import { Tabs } from '../../../test/support/tabs.ts';
import { startPeopledRenderer } from './support/peopled-renderer.ts';
import type { PeopledRenderer, Person } from './support/peopled-renderer.ts';
import { shownOf } from './support/shown.ts';

describe('the page of all projects', () => {
  let renderer: PeopledRenderer;
  let origin: string;

  beforeAll(async () => {
    const [port = 0] = await findFreePorts(1);
    renderer = await startPeopledRenderer({ PORT: String(port) });
    await renderer.listen();
    origin = `http://localhost:${port}`;
    const receivedAtMs = Date.now();
    const event = createGroupedEvent({ userHash: 'ann', event: { projectId: 1, receivedAtMs } });
    await renderer.stores.reports.record([createReport(1, [event])]);
    const refused = { projectId: 2, publicKey: 'abc', atMs: receivedAtMs, kind: 'error' } as const;
    await renderer.stores.outcomes.add([
      { ...refused, outcome: 'rate_limited', reason: 'key', quantity: 1234 },
    ]);
  });

  afterAll(() => renderer.end());

  async function listRows(person: Person, path = '/projects'): Promise<string[][]> {
    const page = shownOf((await renderer.get(person, path).expect(200)).text);
    const [, body = ''] = page.split('<tbody');
    return body
      .split('</tbody>')[0]!
      .split('<tr')
      .slice(1)
      .map((row) =>
        row
          .split(/<t[hd]/)
          .slice(1)
          .map((cell) => cell.replace(/^[^>]*>/, '').replaceAll(/<[^>]+>/g, ' '))
          .map((cell) => cell.replaceAll(/\s+/g, ' ').trim()),
      );
  }

  it('says how each project is doing, sorted by name', async () => {
    const rows = await listRows('owner');
    expect(rows.map(([name]) => name)).toEqual(['errata', 'other', 'web']);
    const [, events, users, issues, last, , room, settings] = rows[2]!;
    expect(events).toBe('1 event none the day before');
    expect(users).toBe('1 user');
    expect(issues).toBe('1 unresolved 1 new');
    expect(last).toBe('now');
    expect(room).toBe('no limit');
    expect(settings).toBe('Settings');
    expect(rows[1]!.slice(1)).toEqual([
      '0 events',
      '0 users',
      '0 unresolved',
      'Set up',
      '',
      '1,234 refused',
      'Settings',
    ]);
  });

  it('links to issues, settings, the start page and the reasons of refused reports', async () => {
    const page = shownOf((await renderer.get('owner', '/projects')).text);
    expect(page).toContain('href="/issues?project=web"');
    expect(page).toContain('href="/settings/projects/web"');
    expect(page).toContain('href="/settings/projects/other/data#outcomes"');
    expect(page).toContain('href="/projects/other/start"');
    const outsiders = await listRows('outsider');
    expect(outsiders[0]![4]).toBe('none yet');
  });

  it('puts projects with the most or the latest events first on request', async () => {
    for (const sort of ['events', 'users', 'issues', 'last']) {
      expect((await listRows('owner', `/projects?sort=${sort}`))[0]![0]).toBe('web');
    }
    expect((await listRows('owner', '/projects?sort[x]=1'))[0]![0]).toBe('errata');
  });

  it('says how much of its storage each project has left', async () => {
    await renderer.stores.storage.settle(1_000_000, async () => 0);
    const rooms = async () => (await listRows('owner')).map((row) => row[6]);
    // The service reads the storage once a second.
    await eventually('the budget is known', async () => (await rooms())[0] === '100 %');
    expect((await rooms())[2]).toBe('&gt;99 %');
  });

  it('shows only the projects that the visitor may read', async () => {
    expect((await listRows('viewer')).map(([name]) => name)).toEqual(['web']);
    const page = shownOf((await renderer.get('viewer', '/projects')).text);
    expect(page).not.toContain('New project');
    await renderer.get('nobody', '/projects').expect(401);
  });
  it('has one line for a project, two on phones, and works without scripts', async () => {
    const browser = await openBrowser();
    const tabs = new Tabs(browser, origin, { javaScriptEnabled: false });
    const page = await tabs.open({ cookie: renderer.cookieOf('owner') });
    const heightOf = async (name: string) =>
      (await page.getByRole('row').filter({ hasText: name }).boundingBox())?.height;
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${origin}/projects`);
    expect(await heightOf('1,234 refused')).toBe(32);
    await page.setViewportSize({ width: 360, height: 640 });
    expect(await heightOf('1 unresolved')).toBeLessThan(80);
    const isWide = () => document.documentElement.scrollWidth > innerWidth;
    expect(await page.evaluate(isWide)).toBe(false);
    await page.getByRole('link', { name: 'Events' }).click();
    await page.waitForURL('**/projects?sort=events');
    await page.getByRole('link', { name: '1,234 refused' }).click();
    await page.getByText(': the rate of its key', { exact: true }).waitFor();
    await page.goto(`${origin}/projects`);
    await page.getByRole('link', { name: 'web', exact: true }).click();
    await page.waitForURL('**/issues?project=web');
    await tabs.clear();
    await browser.close();
  });
});
