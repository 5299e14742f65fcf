import { beforeAll, describe, expect, it } from '@jest/globals';
import { hold } from '../../../test/support/hold.ts';
import { startPeopledRenderer } from './support/peopled-renderer.ts';
import { sampleEvent, sampleReport } from './support/sample-report.ts';
import { shownOf } from './support/shown.ts';

const ID = '3f2a1bc9d0e1f2a3b4c5d6e7f8091a2b3c4d5e6f';
const CODE_LINK = 'src/ → https://github.com/acme/shop/blob/main/src/{path}';

describe('the commits of a release', () => {
  const renderer = hold(startPeopledRenderer);

  beforeAll(async () => {
    await renderer.stores.reports.record([sampleReport(1, sampleEvent({ projectId: 1 }))]);
  });

  const tell = () => {
    const commit = {
      id: ID,
      message: 'Round the total\n\nFixes WEB-1, WEB-99, OTHER-1 and NOWHERE-7',
      authorName: 'Cy',
      atMs: Date.UTC(2026, 0, 1),
      patchSet: [{ path: 'web/src/cart/total.ts', type: 'M' }],
    };
    const later = { ...commit, id: 'f'.repeat(40), message: 'Later', atMs: Date.UTC(2026, 0, 3) };
    const { reportedReleases } = renderer.stores;
    return reportedReleases.upsert('shop@1.4.2', {
      atMs: 1,
      projectIds: [1],
      commits: [later, commit],
    });
  };

  const read = async (path: string) => (await renderer.get('admin', path).expect(200)).text;

  const readReasons = async () => {
    const [, reasons = ''] = shownOf(await read('/issues/1')).split('class="why-now">');
    return reasons.split('</ul>')[0]!.replaceAll(/<[^>]*>/g, '');
  };

  it('resolve the issue they name, whose page and Markdown name a suspect commit', async () => {
    expect(await read('/issues/1')).not.toContain('Suspect commit');
    await tell();
    const page = shownOf(await read('/issues/1'));
    expect(page).toContain('Resolved in shop@1.4.2 by commit 3f2a1bc');
    expect(page).toContain('id="suspect-commit-title"');
    expect(page).toContain('Round the total');
    expect(page).not.toContain('/commit/');
    await renderer.send('admin', '/settings/projects/web/code-links', 'save', { links: CODE_LINK });
    const address = `https://github.com/acme/shop/commit/${ID}`;
    expect(await read('/issues/1')).toContain(`href="${address}"`);
    const markdown = await read('/issues/WEB-1.md');
    expect(markdown).toContain('by commit `3f2a1bc`');
    expect(markdown).toContain(`[3f2a1bc](${address}) \`Round the total\` by \`Cy\``);
  });

  it('say which issues they do not resolve, and why', async () => {
    const readCommits = async (person: 'admin' | 'owner') => {
      const { text } = await renderer.get(person, '/releases/shop%401.4.2').expect(200);
      return shownOf(text).split('id="commits-title"')[1];
    };
    const page = await readCommits('owner');
    expect(page).toContain('WEB-99 is not resolved: there is no such issue.');
    expect(page).toContain('OTHER-1 is not resolved: the release is not of its project.');
    expect(page).toContain('NOWHERE-7 is in no project that you may read.');
    expect(page).not.toContain('WEB-1 is');
    expect(await readCommits('admin')).toContain('OTHER-1 is in no project that you may read.');
  });

  it('are named with the release and its deploy, as why the issue began or came back now', async () => {
    const { reportedReleases, issues } = renderer.stores;
    expect(await readReasons()).toBe('Suspect commit by Cy: Round the total');
    await reportedReleases.upsert('shop@1.4.1', { atMs: 0, projectIds: [1] });
    const { firstSeenMs } = (await issues.find(1))!;
    const deploy = (environment: string, minutesBefore: number) => {
      const finishedAtMs = firstSeenMs - minutesBefore * 60_000;
      return reportedReleases.addDeploy('shop@1.4.2', { environment, finishedAtMs });
    };
    await deploy('staging', 2);
    expect(await readReasons()).toContain('New in shop@1.4.2, deployed to staging 2 min before');
    await deploy('production', 4);
    await deploy('production', -1);
    const told = 'New in shop@1.4.2, deployed to production 4 min before';
    expect(await readReasons()).toContain(told);
    const markdown = await read('/issues/WEB-1.md');
    expect(markdown).toContain('New in `shop@1.4.2`, deployed to `production` 4 min before');
  });

  it('belong to a release whose page lists the issues that regressed in it', async () => {
    const path = '/releases/shop%401.4.2';
    expect(shownOf(await read(path))).toContain('No issue came back in this release.');
    const atMs = Date.now() + 1000;
    const later = { eventId: 'b'.repeat(32), occurredAtMs: atMs, receivedAtMs: atMs };
    await renderer.stores.reports.record([sampleReport(2, sampleEvent(later))]);
    expect(shownOf(await read('/issues/1'))).toContain('Round the total');
    const [, regressed = ''] = shownOf(await read(path)).split('Regressed in it');
    expect(regressed.split('Resolved in it')[0]).toContain('WEB-1');
    expect(await readReasons()).toMatch(
      /^Came back in shop@1\.4\.2, deployed to production \d+ \w+ before/,
    );
  });
});
