import { beforeAll, describe, expect, it } from '@jest/globals';
import { formatRouterState } from '#shared';
import supertest from 'supertest';
import { hold } from '../../../test/support/hold.ts';
import { giveRole } from './support/people.ts';
import { Triage } from './support/triage.ts';
import type { Known } from './support/triage.ts';

describe('a list of issues of one project', () => {
  const triage = hold(() => Triage.start());
  let ids: readonly number[];

  beforeAll(async () => {
    const { stores } = triage.renderer;
    await giveRole(stores, triage.people.bob, 2, 'viewer');
    ids = [await triage.add(), await triage.add(), await triage.add({ projectId: 2 })];
    await triage.submit(`/issues/${ids[1]}`, 'triage', { change: 'resolve' }).expect(303);
  });

  const listed = (html: string): number[] =>
    ids.filter((id) => html.includes(`href="/issues/${id}"`));

  const open = (path: string, who: Known = 'bob') => triage.open(path, { who });

  it('has only the issues of that project, and names the project', async () => {
    const { html, status, payload } = await open('/issues?project=web');
    expect(status).toBe(200);
    expect(listed(html)).toEqual([ids[0]]);
    expect(html).toContain('<title>Issues in web · Errata</title>');
    expect(html).toContain('aria-label="Remove project is web" href="/issues?query=is:unresolved"');
    expect(payload.page.url).toBe('/issues?project=web');
    expect(listed((await open('/issues?project=api')).html)).toEqual([ids[2]]);
    expect(listed((await open('/issues')).html)).toEqual([ids[0], ids[2]]);
  });

  it('has the issues of several projects', async () => {
    const { html, status } = await open('/issues?project=web,api');
    expect([status, listed(html)]).toEqual([200, [ids[0], ids[2]]]);
    expect(html).toContain('<title>Issues in web and api · Errata</title>');
    expect(html).toContain('aria-label="Remove project is web" href="/issues?project=api"');
    expect(html).toContain('href="/issues?project=web,api&amp;query=is:muted"');
    expect((await open('/issues?project=web,api', 'ann')).html).toContain(
      'There is no project “api”.',
    );
  });

  it('keeps the project in its tabs, and the status in its form', async () => {
    const { html } = await open('/issues?project=web&status=resolved');
    expect(listed(html)).toEqual([ids[1]]);
    for (const query of ['', '&amp;query=is:muted', '&amp;query=is:resolved', '&amp;query=']) {
      expect(html).toContain(`href="/issues?project=web${query}"`);
    }
    expect(html).toMatch(/<input[^>]* name="status"[^>]* value="resolved"/);
  });

  it.each([
    ['/issues?project=&status=resolved', '/issues?query=is:resolved'],
    ['/issues?query=is:unresolved&project=web&sort=', '/issues?project=web'],
    [
      '/issues?query=&query=a&status=all&project=web&project=api',
      '/issues?project=web,api&query=a',
    ],
    ['/issues?query=a&project=WEB', '/issues?project=web&query=a'],
  ])('redirects to one address for the same filter: %s', async (address, canonical) => {
    const server = triage.renderer.app.getHttpServer();
    const answer = await supertest(server).get(address).set('Cookie', triage.people.bob.cookie);
    expect([answer.status, answer.headers['location']]).toEqual([303, canonical]);
  });

  it.each([
    ['does not exist', 'bob', 'wbe', '“wbe”. Did you mean web?'],
    ['is closed to the visitor', 'ann', 'api', '“api”.'],
  ] as const)('says that a project %s, with near names', async (_which, who, project, said) => {
    const { status, html } = await open(`/issues?project=${project}`, who);
    expect([status, listed(html)]).toEqual([200, []]);
    expect(html).toContain(`There is no project ${said}`);
  });

  it('answers page data with the same 404 as a document', async () => {
    const server = triage.renderer.app.getHttpServer();
    const load = (path: string) =>
      supertest(server)
        .get(path)
        .set('Router-State', formatRouterState('another', []))
        .set('Cookie', triage.people.ann.cookie);
    // The server refuses a router state of another build before it runs a loader.
    expect((await load('/issues?sort=age')).status).toBe(409);
    const { build } = (await open('/issues', 'ann')).payload.page;
    const asked = await load('/issues?sort=age').set('Router-State', formatRouterState(build, []));
    expect(asked.status).toBe(404);
  });

  it('offers no choice to a visitor who sees one project', async () => {
    expect((await open('/issues', 'ann')).html).not.toContain('name="project"');
    expect(listed((await open('/issues?project=web', 'ann')).html)).toEqual([ids[0]]);
  });

  it('is opened again after triage', async () => {
    const id = await triage.add();
    const answer = await triage
      .submit('/issues?project=web&status=all', 'triage', { issue: String(id), change: 'resolve' })
      .expect(303);
    expect(answer.headers['location']).toBe('/issues?project=web&status=all');
    const { html } = await triage.open('/issues?project=web&status=all', { after: answer });
    expect(html).toContain('1 issue resolved.');
    expect(html).toContain('action="/issues?project=web&amp;status=all&amp;_action=undo.');
  });

  it('offers triage only to a visitor who may change issues in the project', async () => {
    expect((await open('/issues?project=web')).payload.page.segments.at(-1)?.data).toHaveProperty(
      'triage',
    );
    expect(
      (await open('/issues?project=api')).payload.page.segments.at(-1)?.data,
    ).not.toHaveProperty('triage');
  });

  it('goes on with older issues after its last row', async () => {
    const { issues } = triage.renderer.stores;
    const [latest] = await issues.list({ limit: 1, projectIds: [1] });
    const before = `${latest?.lastSeenMs}-${latest?.id}`;
    const { html } = await open(`/issues?project=web&status=all&before=${before}`);
    expect(html).not.toContain(`href="/issues/${latest?.id}"`);
    expect(listed(html)).toEqual([ids[0], ids[1]]);
    const past = await open('/issues?project=web&status=resolved&before=1-1');
    expect(past.html).toContain('No more issues.');
    expect(past.html).toContain(
      'href="/issues?project=web&amp;query=is:resolved">Back to the newest</a>',
    );
  });

  it('says why it is empty, and links to the issues of all projects', async () => {
    const { html } = await open('/issues?project=web&status=muted');
    expect(html).toContain('No muted issues in web.');
    expect(html).toContain('href="/issues?query=is:muted">Those of all projects</a>');
    expect((await open('/issues?status=muted')).html).toContain('No muted issues.');
  });

  it('is linked from its issues for a visitor who sees several projects', async () => {
    expect((await open(`/issues/${ids[0]}`)).html).toContain('href="/issues?project=web"');
    expect((await open(`/issues/${ids[0]}`, 'ann')).html).not.toContain('?project=');
  });
});

describe('a project without a report', () => {
  const triage = hold(() => Triage.start());

  beforeAll(async () => {
    await giveRole(triage.renderer.stores, triage.people.bob, 1, 'admin');
    await giveRole(triage.renderer.stores, triage.people.eve, 1, 'viewer');
  });

  const open = async (path: string, who: Known) => (await triage.open(path, { who })).html;
  const SILENT = 'No report has arrived yet.';
  const WHO = 'ada, bob, and owner have the DSN that applications report with.';

  it('tells a person who may not see keys which people have the DSN', async () => {
    for (const who of ['vic', 'ann'] as const) {
      expect(await open('/issues', who)).toContain(`${SILENT} ${WHO}`);
      expect(await open('/issues', who)).not.toContain('/start"');
    }
    expect(await open('/issues?status=muted', 'vic')).toContain(SILENT);
  });

  it('leads a person who may see keys to its start page', async () => {
    expect(await open('/issues', 'bob')).toContain('href="/projects/web/start"');
    const ofApi = await open('/issues?project=api', 'owner');
    expect(ofApi).toContain('href="/projects/api/start"');
    expect(ofApi).toContain('aria-label="Remove project is api"');
    expect(ofApi).toContain('Those of all projects');
  });

  it('is not mentioned in a list of several projects when another has reports', async () => {
    await triage.add({ projectId: 2 });
    expect(await open('/issues?project=web', 'eve')).toContain(`${SILENT} ${WHO}`);
    expect(await open('/issues?project=web', 'eve')).toContain('Those of all projects');
    expect(await open('/issues', 'eve')).not.toContain(SILENT);
    expect(await open('/issues?status=muted', 'eve')).toContain('No muted issues.');
  });

  it('says to an admin that nothing can be sent while all its keys are disabled', async () => {
    const { projects, projectSettings } = triage.renderer.stores;
    for (const key of await projects.listKeys()) {
      if (key.projectId !== 1) continue;
      await projectSettings.setKeyEnabled({ ...key, enabled: false }, { nowMs: Date.now() });
    }
    expect(await open('/issues', 'bob')).toContain(
      `${SILENT} All keys are disabled, so no application can report. Enable one in the settings of the project.`,
    );
  });

  it('no longer counts as silent once its last issue is deleted', async () => {
    const id = await triage.add();
    expect(await triage.renderer.stores.deletions.delete(id)).toBe(true);
    for (const who of ['vic', 'bob', 'owner'] as const) {
      expect(await open('/issues?project=web', who)).toContain('No unresolved issues in web.');
      expect(await open('/issues?project=web&status=all', who)).toContain('No issues in web.');
      expect(await open('/issues?project=web', who)).not.toContain(SILENT);
      expect(await open('/issues?project=web', who)).not.toContain('DSN of the project');
    }
  });
});

describe('a list of issues for a person without a project', () => {
  const triage = hold(() => Triage.start());

  beforeAll(async () => {
    await triage.renderer.stores.memberships.remove(triage.people.vic.id, 1);
  });

  it.each([
    ['without reports', false],
    ['with reports', true],
  ])('explains why it is empty, naming nobody, beside a project %s', async (_which, isReported) => {
    if (isReported) await triage.add();
    for (const query of ['', '?status=all', '?before=1-1']) {
      const { status, html, payload } = await triage.open(`/issues${query}`, { who: 'vic' });
      expect(status).toBe(200);
      expect(html).toContain('You are in no project yet. Ask an owner to add you to one.');
      expect(html).not.toContain('No report has arrived');
      expect(JSON.stringify(payload)).not.toMatch(/\bada\b/);
    }
  });
});
