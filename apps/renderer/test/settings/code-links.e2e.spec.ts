import { beforeAll, describe, expect, it } from '@jest/globals';
import { codeLinkSettings } from '#product/recording/code-links';
import { hold } from '../../../../test/support/hold.ts';
import { startPeopledRenderer } from '../support/peopled-renderer.ts';
import { sampleEvent, sampleReport } from '../support/sample-report.ts';
import { shownOf } from '../support/shown.ts';

const PATH = '/settings/projects/web/code-links';
const COMMIT = '3f2a1bc9d0e1f2a3b4c5d6e7f8091a2b3c4d5e6f';
const BY_COMMIT = 'src/ → https://github.com/acme/shop/blob/{commit}/src/{path}#L{line}';
const BY_BRANCH = 'src/ → https://github.com/acme/shop/blob/main/src/{path}#L{line}';

const toAddress = (ref: string): string =>
  `<a href="https://github.com/acme/shop/blob/${ref}/src/cart/total.ts#L42" target="_blank" rel="noreferrer"`;

describe('the code links of a project', () => {
  const renderer = hold(startPeopledRenderer);

  beforeAll(async () => {
    await renderer.stores.reports.record([sampleReport(1, sampleEvent({ projectId: 1 }))]);
  });

  const set = (links: string) => renderer.send('admin', PATH, 'save', { links });
  const readPage = async () => (await renderer.get('admin', '/issues/1').expect(200)).text;

  it('are saved as typed, noted in the audit log, and removed', async () => {
    expect(await readPage()).not.toContain('https://github.com');
    await set(`${BY_COMMIT}\r\n\r\n${BY_BRANCH}\r\n`).expect(303);
    const { value } = await renderer.stores.settings.get(1, codeLinkSettings);
    expect(value.lines).toEqual([BY_COMMIT, '', BY_BRANCH]);
    expect(shownOf((await renderer.get('admin', PATH).expect(200)).text)).toContain(
      `${BY_BRANCH}</textarea>`,
    );
    const noted = await renderer.stores.audit.list({ limit: 9 });
    expect(noted.map(({ what }) => what)).toContain('settings.code-links');
    expect((await renderer.get('owner', '/settings/audit').expect(200)).text).toContain(
      'changed the code links of ',
    );
    await set('').expect(303);
    expect(await readPage()).not.toContain('https://github.com');
  });

  it('lead from frames of the application to the commit of the release, or to a branch', async () => {
    await set(`${BY_COMMIT}\n${BY_BRANCH}`).expect(303);
    const page = await readPage();
    expect(page).toContain(toAddress('main'));
    expect(page.match(/rel="noreferrer"/g)).toHaveLength(1);
    const { reportedReleases } = renderer.stores;
    const commits = [{ id: COMMIT, patchSet: [] }];
    await reportedReleases.upsert('shop@1.4.2', { atMs: 1, projectIds: [2], commits });
    expect(await readPage()).toContain(toAddress('main'));
    await reportedReleases.upsert('shop@1.4.2', { atMs: 2, projectIds: [1] });
    expect(await readPage()).toContain(toAddress('main'));
    await reportedReleases.upsert('shop@1.4.2', { atMs: 2, projectIds: [1], commits });
    expect(await readPage()).toContain(toAddress(COMMIT));
  });

  it('are refused with the number of the wrong line, and keep the typed text', async () => {
    const answer = await set(`${BY_COMMIT}\nsrc/ → file:///{path}`);
    expect(answer.status).toBe(422);
    const page = shownOf(answer.text);
    expect(page).toContain('Line 2: The address begins with https:// or http://.');
    expect(page).toContain('src/ → file:///{path}</textarea>');
  });
});
