import { beforeAll, describe, expect, it } from '@jest/globals';
import { createGroupedEvent, createReport } from '#product/testing';
import { openAt } from '../../../test/support/browser.ts';
import { hold } from '../../../test/support/hold.ts';
import { holdTabs } from '../../../test/support/tabs.ts';
import { expectPage } from '../../../test/support/expect-page.ts';
import { startPeopledRenderer } from './support/peopled-renderer.ts';
import { startListening } from './support/spec-renderer.ts';
import type { Person } from './support/peopled-renderer.ts';
import { shownOf } from './support/shown.ts';

describe('the page of all projects', () => {
  const renderer = hold(() => startListening(startPeopledRenderer));
  const site = holdTabs(() => renderer.origin, { javaScriptEnabled: false });

  beforeAll(async () => {
    const receivedAtMs = Date.now();
    const event = createGroupedEvent({ userHash: 'ann', event: { projectId: 1, receivedAtMs } });
    await renderer.stores.reports.record([createReport(1, [event])]);
    const group = { startedAtMs: receivedAtMs, begun: 400, errored: 0, crashed: 4, abnormal: 0 };
    const session = { projectId: 1, receivedAtMs, release: 'web@1.4.0', environment: 'live' };
    const sessions = [{ ...session, groups: [group] }];
    await renderer.stores.reports.record([createReport(2, [], { sessions })]);
    const told = { projectIds: [1], atMs: receivedAtMs };
    await renderer.stores.reportedReleases.upsert('web@1.4.0', told);
    const deploy = { environment: 'production', finishedAtMs: receivedAtMs - 7_260_000 };
    await renderer.stores.reportedReleases.addDeploy('web@1.4.0', deploy);
    const refused = { projectId: 2, publicKey: 'abc', atMs: receivedAtMs, kind: 'error' } as const;
    await renderer.stores.outcomes.add([
      { ...refused, outcome: 'rate_limited', reason: 'key', quantity: 1234 },
    ]);
  });

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

  it('says what each project needs, and puts the one in most need first', async () => {
    const rows = await listRows('owner');
    expect(rows.map(([name, need]) => [name, need])).toEqual([
      ['other', '100 % of reports refused ; no event yet · Set up'],
      ['web', '1 new'],
      ['errata', 'no event yet · Set up'],
    ]);
    const [, , events, sessions, deploy] = rows[1]!;
    expect(events).toBe('1 event');
    expect(sessions).toBe('99.0 % of 400 sessions without unhandled errors');
    expect(deploy).toBe('1.4.0 2 h ago');
    expect(rows[2]!.slice(2)).toEqual(['', '', '']);
    const byName = await listRows('owner', '/projects?sort=name');
    expect(byName.map(([name]) => name)).toEqual(['errata', 'other', 'web']);
    const outsiders = await listRows('outsider');
    expect(outsiders[0]![1]).toBe('100 % of reports refused ; no event yet');
  });

  it('links to what each clause is about', async () => {
    const page = shownOf((await renderer.get('owner', '/projects')).text);
    for (const href of [
      '/issues?project=web',
      '/issues?project=web&amp;query=is%3Anew',
      '/settings/projects/other/data#outcomes',
      '/projects/other/start',
    ]) {
      expect(page).toContain(`href="${href}"`);
    }
  });

  it('shows only the projects that the visitor may read', async () => {
    expect((await listRows('viewer')).map(([name]) => name)).toEqual(['web']);
    const page = shownOf((await renderer.get('viewer', '/projects')).text);
    expect(page).not.toContain('New project');
    await renderer.get('nobody', '/projects').expect(401);
    await renderer.get('owner', '/projects?page=0').expect(404);
  });

  it('has low rows with links for fingers, and works without scripts', async () => {
    const page = await site.tabs.open({ cookie: renderer.cookieOf('owner') });
    const heightOf = async (name: string) =>
      (await page.getByRole('row').filter({ hasText: name }).boundingBox())?.height;
    await page.setViewportSize({ width: 1280, height: 800 });
    await openAt(page, `${renderer.origin}/projects`);
    expect(await heightOf('1 new')).toBeLessThanOrEqual(57);
    await page.setViewportSize({ width: 360, height: 640 });
    expect(await heightOf('1 new')).toBeLessThanOrEqual(128);
    const isWide = () => document.documentElement.scrollWidth > innerWidth;
    await expectPage.poll(() => page.evaluate(isWide)).toBe(false);
    await page.getByRole('link', { name: '100 % of reports refused' }).click();
    await page.getByText(': the rate of its key', { exact: true }).waitFor();
    await openAt(page, `${renderer.origin}/projects`);
    await page.getByRole('link', { name: 'web', exact: true }).click();
    await page.waitForURL('**/issues?project=web');
  });

  it('is where people with more than three projects begin, 50 a page, found by typing', async () => {
    const homeOf = async (person: Person) =>
      (await renderer.get(person, '/').expect(303)).headers['location'];
    expect(await homeOf('owner')).toBe('/issues');
    const slugs = Array.from({ length: 60 }, (_, index) => `team-${index}`);
    await renderer.stores.projects.ensure(slugs.map((slug) => ({ slug })));
    expect(await homeOf('owner')).toBe('/projects');
    expect(await homeOf('viewer')).toBe('/issues');
    expect(await homeOf('nobody')).toBe('/issues');
    const first = shownOf((await renderer.get('owner', '/projects')).text);
    expect(first).toMatch(/1–50 of 63.*href="\/projects\?page=2"/s);
    expect(await listRows('owner', '/projects?page=2')).toHaveLength(13);
    expect(await listRows('owner', '/projects?page=99')).toHaveLength(13);
    const found = await listRows('owner', '/projects?query=+TEAM-7&sort=name');
    expect(found.map(([name]) => name)).toEqual(['team-7']);
    const none = shownOf((await renderer.get('owner', '/projects?query=x-y')).text);
    expect(none).toMatch(/None where search is .*x-y.*Without that there are 63/s);
    await renderer.get('owner', '/projects?query=&page=2').expect(303);
  });
});
