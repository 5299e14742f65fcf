import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { createGroupedEvent, createReport } from '#product/testing';
import { hold } from '../../../test/support/hold.ts';
import { openAt } from '../../../test/support/browser.ts';
import { holdTabs } from '../../../test/support/tabs.ts';
import type { SessionGroup } from '#product/recording/release-health';
import { startPeopledRenderer } from './support/peopled-renderer.ts';
import { startListening } from './support/spec-renderer.ts';
import type { Person } from './support/peopled-renderer.ts';
import { shownOf } from './support/shown.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;
const STRANGE = ['a/b@1+x%', `${'long-'.repeat(39)}12345`, `"it's" \\ <b>&amp;`, 'ünïcode 1.0?#'];

interface Told {
  readonly projectId?: number;
  readonly atMs?: number;
  readonly environment?: string;
}

describe('the pages of releases', () => {
  const renderer = hold(() => startListening(startPeopledRenderer));
  const site = holdTabs(() => renderer.origin);
  let nowMs: number;
  let reports = 0;
  let name: string;

  beforeEach(() => {
    nowMs = Date.now();
    reports += 1;
    name = `shop@${reports}`;
  });

  async function takeEvent(release: string, told: Told = {}): Promise<void> {
    const { projectId = 1, atMs = nowMs, environment = 'production' } = told;
    reports += 1;
    const event = { projectId, release, environment, occurredAtMs: atMs };
    const grouping = { type: 'TypeError', value: `fault ${reports} of ${release}` };
    const grouped = createGroupedEvent({ event, grouping, groupedBy: `${reports}` });
    await renderer.stores.reports.record([createReport(reports, [grouped])]);
  }

  async function takeSessions(
    release: string,
    groups: readonly Partial<SessionGroup>[],
    { projectId = 1, environment = 'production' }: Told = {},
  ): Promise<void> {
    reports += 1;
    const none = { startedAtMs: nowMs, begun: 0, errored: 0, crashed: 0, abnormal: 0 };
    const item = {
      projectId,
      receivedAtMs: nowMs,
      release,
      environment,
      groups: groups.map((group) => ({ ...none, ...group })),
    };
    await renderer.stores.reports.record([createReport(reports, [], { sessions: [item] })]);
  }

  const toAddress = (version: string) => `/releases/${encodeURIComponent(version)}`;

  async function read(person: Person, path: string): Promise<string> {
    const { text } = await renderer.get(person, path).expect(200);
    return shownOf(text).replaceAll('<!-- -->', '').replaceAll('\u00a0', ' ');
  }

  async function readVersions(person: Person, query: string): Promise<string[]> {
    const html = await read(person, `/releases?${query}`);
    return [...html.matchAll(/<th[^>]*><a[^>]*href="\/releases\/([^"?]+)/g)].map(([, version]) =>
      decodeURIComponent(version!.replaceAll('&#x27;', "'")),
    );
  }

  async function readRow(person: Person, version: string, query = ''): Promise<string> {
    const html = await read(person, `/releases?query=${encodeURIComponent(version)}${query}`);
    const rows = html.split('<tr').filter((row) => row.includes(`href="${toAddress(version)}`));
    expect(rows).toHaveLength(1);
    return rows[0]!.replaceAll(/<[^>]+>/g, '');
  }

  it('say how to begin while there is no release', async () => {
    const html = await read('outsider', '/releases');
    expect(html).toContain('No release yet');
    expect(html).toContain('release: ');
    expect(html).toContain('href="/help/releases"');
    await renderer.get('outsider', '/help/releases').expect(200);
  });

  it('list releases, newest first, with their figures of the last day', async () => {
    const [older, newer] = [`${name}-1`, `${name}-2`];
    await takeEvent(older, { atMs: nowMs - DAY_MS });
    await takeEvent(newer, { atMs: nowMs - MINUTE_MS });
    await takeEvent(newer, { atMs: nowMs - MINUTE_MS });
    const user = createHash('sha256').update('ann').digest('hex');
    await takeSessions(older, [{ begun: 3000, errored: 5 }]);
    await takeSessions(newer, [
      { begun: 999, crashed: 1 },
      { begun: 1, userHash: user },
    ]);
    expect(await readVersions('member', `query=${name}`)).toEqual([newer, older]);
    const row = await readRow('member', newer);
    expect(row).toMatch(/^[^>]*>Same/);
    expect(row).toContain('99.9 % crash-free');
    expect(row).toContain('2 new issues');
    expect(await read('member', `/releases?query=${name}`)).toContain(
      'aria-label="14 days: at least 99.9 % crash-free a day, 99.9 % on the last"',
    );
    expect(await readRow('member', older)).toContain('100 % crash-free');
  });

  it('show new sessions while they are open', async () => {
    await takeEvent(name);
    expect(await readRow('member', name)).toContain('–No sessions in the last 30 days');
    const page = await site.tabs.open({ cookie: renderer.cookieOf('member'), own: {} });
    await page.clock.install({ time: 0 });
    await openAt(page, `${renderer.origin}/releases?query=${name}`);
    await takeSessions(name, [{ begun: 100, crashed: 1 }]);
    await page.clock.runFor(31_000);
    await page.getByText('99.0 % crash-free').waitFor();
  });

  it('filter by project, environment and words', async () => {
    await takeEvent(`${name}-web`, { environment: 'staging' });
    await takeEvent(`${name}-other`, { projectId: 2 });
    const query = `query=${name}`;
    expect(await readVersions('owner', `${query}&project=other`)).toEqual([`${name}-other`]);
    const { headers } = await renderer
      .get('owner', `/releases?${query}&project=&environment=staging`)
      .expect(303);
    expect(headers['location']).toBe(
      `/releases?query=${encodeURIComponent(name)}&environment=staging`,
    );
    expect(await readVersions('owner', `${query}&environment=staging`)).toEqual([`${name}-web`]);
    const began = /firstRelease[^"]*/.exec(
      await read('owner', `/releases?${query}&environment=staging`),
    );
    expect(began?.[0]).toMatch(/&amp;environment=staging&amp;sort=firstSeen$/);
    expect(await read('owner', `/releases?query=none-of-these&project=web`)).toMatch(
      /search is <bdi[^>]*>none-of-these<\/bdi>, project is .*Without that there are \d+.*href="\/releases"[^>]*>Clear</s,
    );
    expect(await readVersions('owner', `query=WEB+${name}`)).toEqual([`${name}-web`]);
    const typed = await renderer.get('owner', '/releases?project=OTHER').expect(303);
    expect(typed.headers['location']).toBe('/releases?project=other');
    expect(await read('owner', '/releases?project=othr')).toContain('Did you mean ');
    await renderer.get('owner', '/releases?before=yesterday').expect(404);
    await renderer.get('owner', '/releases?query=a&query=b').expect(404);
  });

  it('list 50 releases on a page, with a link to older releases', async () => {
    for (let at = 0; at < 53; at += 1) await takeEvent(`${name}-${at}%`, { atMs: nowMs - at });
    const html = await read('member', `/releases?query=${name}`);
    expect(html.length).toBeLessThan(150_000);
    const [link = ''] = /<a[^>]*rel="next"[^>]*>/.exec(html)!;
    const [, older = ''] = /href="([^"]+)"/.exec(link)!;
    const query = older.replaceAll('&amp;', '&').split('?')[1]!;
    expect(await readVersions('member', query)).toEqual([50, 51, 52].map((at) => `${name}-${at}%`));
  });

  it('compare a release with the release that was first seen before it', async () => {
    const [first, second, third] = [`${name}-1`, `${name}-2`, `${name}-3`];
    await takeEvent(first, { atMs: nowMs + MINUTE_MS });
    await takeEvent(second, { atMs: nowMs + 2 * MINUTE_MS });
    await takeEvent(third, { atMs: nowMs + 3 * MINUTE_MS, projectId: 2 });
    await takeEvent(third, { atMs: nowMs + 4 * MINUTE_MS });
    await takeSessions(first, [{ begun: 8, crashed: 1 }]);
    await takeSessions(second, [{ begun: 10, crashed: 1, errored: 4, unhandled: 2 }]);
    const html = await read('member', toAddress(second));
    const text = html.replaceAll(/<[^>]+>/g, '');
    expect(text).toContain('Crash-free sessions90.0 %against 87.5 %');
    expect(text).toMatch(/Sessions with errors4(?!against)/);
    expect(text).toContain('Without unhandled errors70.0 %against 87.5 %');
    expect(text).toContain('1 crashed, 2 unhandled, 7 without either');
    expect(await read('member', toAddress(third))).toContain(toAddress(second));
  });

  it('compare a release with the days of its arrival when its predecessor is unused', async () => {
    const [first, second] = [`${name}-1`, `${name}-2`];
    const cameAtMs = nowMs - 6 * DAY_MS;
    await takeEvent(first, { atMs: nowMs - 9 * DAY_MS });
    await takeEvent(second, { atMs: cameAtMs });
    const before = [-2, -1, 0, 1, 2].map((day) => cameAtMs + day * DAY_MS);
    const crashed = [0, 4, 8, 12, 0];
    await takeSessions(
      first,
      before.map((startedAtMs, at) => ({ startedAtMs, begun: 100, crashed: crashed[at]! })),
    );
    await takeSessions(second, [{ begun: 1000, crashed: 10 }]);
    const text = (await read('member', toAddress(second))).replaceAll(/<[^>]+>/g, '');
    expect(text).toContain('Crash-free sessions99.0 %against 92.0 %');
    expect(text).toContain(`Better than ${first} by 7 points of crash-free sessions.`);
    expect(text).toMatch(/Sessions since yesterday1,000(?!against)/);
  });

  it('compare a release with the one that the address names', async () => {
    const versions = [1, 2, 3].map((at) => `${name}-${at}`);
    const [first = '', second = '', third = ''] = versions;
    for (const [at, version] of versions.entries()) {
      await takeEvent(version, { atMs: nowMs + MINUTE_MS + at });
      await takeSessions(version, [{ begun: 2000, crashed: [5, 40, 40][at]! }]);
    }
    const plain = await read('member', toAddress(third));
    expect(plain).toContain(`Same as <bdi`);
    const menu = plain.split('class="compare"')[1]!;
    const [, href = ''] = new RegExp(`href="([^"]*with=[^"]*-1)"[^>]*>.*?Worse`).exec(menu)!;
    const html = await read('member', href.replaceAll('&amp;', '&'));
    const text = html.replaceAll(/<[^>]+>/g, '');
    expect(text).toContain(`Worse than ${first} by 1.8 points of crash-free sessions.`);
    expect(text).toContain('Crash-free sessions98.0 %against 99.7 %');
    expect(text).toMatch(new RegExp(`${first}, in the same hours.*5 crashed1,995 without a crash`));
    const unknown = await read('member', `${toAddress(third)}?with=nothing`);
    expect(unknown.replaceAll(/<[^>]+>/g, '')).toMatch(
      `No release nothing is known in web. The release before is shown instead.Same as ${second}`,
    );
  });

  it('list the newest releases of each project, a worse one first, and show one project', async () => {
    const [first, second] = [`${name}-1`, `${name}-2`];
    for (const projectId of [1, 2]) {
      await takeEvent(first, { projectId, atMs: nowMs + 99 * MINUTE_MS });
      await takeEvent(second, { projectId, atMs: nowMs + (99 + projectId) * MINUTE_MS });
      await takeSessions(first, [{ begun: 500 }], { projectId });
      const crashed = projectId === 1 ? 90 : 0;
      await takeSessions(second, [{ begun: 500, crashed }], { projectId });
    }
    const html = await read('owner', `/releases?query=${name}`);
    const heads = [...html.matchAll(/scope="rowgroup"[^>]*><bdi[^>]*>([^<]+)/g)];
    expect(heads.map(([, project]) => project)).toEqual(['web', 'other']);
    expect(await readVersions('owner', `query=${name}`)).toEqual([second, first, second, first]);
    const inOther = await read('owner', `${toAddress(second)}?project=other`);
    expect(inOther.replaceAll(/<[^>]+>/g, '')).toContain(`Same as ${first}`);
    const inAll = (await read('owner', toAddress(second))).replaceAll(/<[^>]+>/g, '');
    expect(inAll).toContain(`Worse than ${first} by 9 points`);
  });

  it('say that a release without crashes is worse by its unhandled errors', async () => {
    const [first, second] = [`${name}-1`, `${name}-2`];
    await takeEvent(first, { atMs: nowMs + MINUTE_MS });
    await takeEvent(second, { atMs: nowMs + MINUTE_MS + 1 });
    await takeSessions(first, [{ begun: 100 }]);
    await takeSessions(second, [{ begun: 100, unhandled: 9 }]);
    const text = (await read('member', toAddress(second))).replaceAll(/<[^>]+>/g, '');
    expect(text).toContain('Crash-free sessions100 %');
    expect(text).toContain(`than ${first} by 9 points of sessions without unhandled errors.`);
    expect(await readRow('member', second)).toContain('91.0 % without unhandled errors');
  });

  it('show issues, deploys and commits of a release', async () => {
    const { reportedReleases, users } = renderer.stores;
    await takeEvent(name, { atMs: nowMs });
    const member = await users.find(renderer.idOf('member'));
    await reportedReleases.upsert(name, {
      projectIds: [1],
      atMs: nowMs,
      commits: [
        {
          id: 'abcdef0123456789',
          authorName: 'Somebody',
          authorEmail: member!.email.toUpperCase(),
          message: 'Mend the cart\n\nIt lost a line.',
          atMs: nowMs,
          patchSet: [],
        },
        { id: '99', authorName: 'A stranger', authorEmail: 'who@else.example', patchSet: [] },
      ],
    });
    const deploy = { finishedAtMs: nowMs, projectIds: [1] };
    await reportedReleases.addDeploy(name, { ...deploy, environment: 'canary' });
    await reportedReleases.addDeploy(name, {
      ...deploy,
      environment: 'elsewhere',
      projectIds: [2],
    });
    const html = await read('viewer', toAddress(name));
    expect(html).toContain(`of ${name}`);
    expect(html).toContain(`/issues?query=${encodeURIComponent(`firstRelease:"${name}"`)}`);
    expect(html).toContain('canary');
    expect(html).not.toContain('elsewhere');
    expect(html).toContain('abcdef01');
    expect(html).toContain('Mend the cart');
    expect(html).not.toContain('It lost a line');
    expect(html).toContain(member!.name ?? member!.email);
    expect(html).toContain('A stranger');
    expect(html).not.toContain('who@else.example');
    expect(await readRow('viewer', name)).toContain('canary');
  });

  it('show nothing of other projects', async () => {
    await takeEvent(name);
    await renderer.get('outsider', toAddress(name)).expect(404);
    expect(await readVersions('outsider', '')).not.toContain(name);
    const shared = `${name}-shared`;
    await takeEvent(shared, { projectId: 2 });
    await takeSessions(shared, [{ begun: 7 }], { projectId: 2 });
    await renderer.stores.reportedReleases.upsert(shared, {
      projectIds: [1],
      atMs: nowMs,
      commits: [{ id: 'c0ffee', message: 'Secret plan', patchSet: [] }],
    });
    await takeSessions(shared, [{ begun: 1234 }]);
    const html = await read('outsider', toAddress(shared));
    expect(html).not.toMatch(/Secret plan|1,234|>web</);
    expect(html).toMatch(/Sessions since yesterday<\/dt><dd[^>]*>7</);
    await renderer.get('nobody', toAddress(shared)).expect(401);
  });

  it.each(STRANGE)('list and show a release whose version is %s', async (version) => {
    await takeEvent(version);
    await takeSessions(version, [{ begun: 3 }]);
    expect(await readVersions('member', `query=${encodeURIComponent(version)}`)).toContain(version);
    const html = await read('member', toAddress(version));
    expect(html).toContain('First seen');
    const [, issues = ''] = /href="(\/issues\?query=firstRelease[^"]+)"/.exec(html)!;
    expect(await read('member', issues.replaceAll('&amp;', '&'))).toMatch(/fault \d+ of/);
  });

  it('answer 404 for an unknown version', async () => {
    await renderer.get('owner', '/releases/nothing').expect(404);
    await renderer.get('owner', '/releases/%00').expect(404);
  });

  it.each(['.', '..'])(
    'show the version %s without a link, because no address can name it',
    async (dots) => {
      await takeEvent(dots, { atMs: nowMs + MINUTE_MS });
      const later = name.replace('shop@', '');
      await takeEvent(later, { atMs: nowMs + MINUTE_MS + 1 });
      const list = await read('member', '/releases');
      expect(list).toContain(`>${dots}</span></th>`);
      expect(list).not.toMatch(/href="\/releases\/\.+"/);
      const page = await read('member', toAddress(later));
      expect(page).toMatch(
        new RegExp(`to compare with <bdi[^>]*>${dots.replaceAll('.', '\\.')}</bdi>`),
      );
      const { releaseList } = renderer.stores;
      const [issue] = await releaseList.listNewIssues(dots, { projectIds: [1], limit: 1 });
      const html = await read('member', `/issues/${issue!.id}`);
      expect(html).toMatch(
        new RegExp(`in <bdi translate="no">${dots.replaceAll('.', '\\.')}</bdi>`),
      );
    },
  );
});
