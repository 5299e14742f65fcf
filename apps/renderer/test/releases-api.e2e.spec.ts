import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Scope } from '#product/people/accounts/rules';
import { hold } from '../../../test/support/hold.ts';
import { callApi, makeToken as makeTokenOf } from './support/api-client.ts';
import { startPeopledRenderer } from './support/peopled-renderer.ts';
import type { Person } from './support/peopled-renderer.ts';

const RELEASES = '/api/0/organizations/errata/releases';

describe('the API of releases', () => {
  const renderer = hold(() => startPeopledRenderer({ PUBLIC_URL: 'http://errata.example' }));
  let ci: string;
  let version: string;
  let made = 0;

  beforeAll(async () => {
    ci = await makeToken('organisation', ['org:ci']);
  });

  beforeEach(() => {
    version = `web@1.${(made += 1)}.0+7`;
  });

  const makeToken = (of: Person | 'organisation', scopes: readonly Scope[]) =>
    makeTokenOf(renderer, of, scopes);

  const send = (
    verb: 'get' | 'post' | 'put' | 'delete',
    path: string,
    { body, token = ci }: { body?: object; token?: string } = {},
  ) => callApi(renderer, verb, path, { token, body });

  const at = (of: string, rest = '') => `${RELEASES}/${encodeURIComponent(of)}/${rest}`;

  const tell = (fields: object = {}) =>
    send('post', `${RELEASES}/`, { body: { version, projects: ['web'], ...fields } });

  it('makes a release, and answers 208 when the release exists already', async () => {
    const url = 'https://ci.example/7';
    const { body } = await tell({ dateStarted: '2026-01-05T12:00:00.123456Z', url }).expect(201);
    expect(body).toMatchObject({
      version,
      shortVersion: version.split('@')[1],
      status: 'open',
      url,
      ref: null,
      dateCreated: expect.stringMatching(/^20\d\d-.*Z$/),
      dateStarted: '2026-01-05T12:00:00.123Z',
      dateReleased: null,
      lastEvent: null,
      newGroups: 0,
      projects: [{ id: 1, slug: 'web', name: 'web' }],
      lastCommit: null,
    });
    const again = await tell({ projects: [2] }).expect(208);
    expect(again.body).toMatchObject({ url, projects: [{ slug: 'web' }, { slug: 'other' }] });
    const archived = await tell({ projects: undefined, status: 'archived' }).expect(208);
    expect(archived.body).toMatchObject({ status: 'archived' });
  });

  it.each(['a/b@1', '1.0 rc', '100%', 'ä+1', '#1?x=1'])('finds %j at its address', async (odd) => {
    await tell({ version: odd }).expect(201);
    for (const path of [at(odd), at(odd).slice(0, -1)]) {
      expect((await send('get', path).expect(200)).body).toMatchObject({ version: odd });
    }
    await send('delete', at(odd)).expect(204);
    await send('get', at(odd)).expect(404, { detail: `No release '${odd}'.` });
  });

  it('refuses an invalid version with a sentence', async () => {
    const refusal = { detail: expect.stringMatching(/^Invalid release version/) };
    expect((await tell({ version: '..' }).expect(400)).body).toEqual(refusal);
    const path = `${RELEASES}/%2E%2E/`;
    expect((await send('put', path, { body: {} }).expect(400)).body).toEqual(refusal);
  });

  it.each([
    [{ projects: ['nope'] }, "No project 'nope'. Projects: web, other, errata."],
    [{ projects: [7] }, "No project '7'. Projects: web, other, errata."],
    [{ projects: [] }, 'Name the projects of the release: web, other, errata.'],
    [{ projects: undefined }, 'Name the projects of the release: web, other, errata.'],
    [{ projects: 'web' }, 'The projects are a list of slugs or ids.'],
    [{ url: 'javascript:alert(1)' }, 'A url begins with https://'],
    [{ dateReleased: 'soon' }, 'A date is written as'],
    [{ status: 'gone' }, 'The status of a release'],
    [{ commits: [{ id: '' }] }, 'Commits are a list'],
    [{ refs: [{ commit: 'a' }] }, 'Refs are a list'],
  ])('refuses the fields %j with a sentence', async (fields, detail) => {
    const { body } = await tell(fields).expect(400);
    expect(body).toEqual({ detail: expect.stringContaining(detail) });
  });

  it('changes a release, its commits and its refs', async () => {
    const unknown = await send('put', at(version), { body: { status: 'archived' } }).expect(400);
    expect(unknown.body).toEqual({
      detail: `No release '${version}'. Create it first, by "sentry-cli releases new" or "sentry release create".`,
    });
    await tell().expect(201);
    const commits = [
      { id: 'b', message: 'Second', author_name: 'Ann', repository: 'acme/web', patch_set: [] },
      { id: 'a', timestamp: '2026-01-05T12:00:00+01:00', author_email: null, unknown: 1 },
    ];
    const changes = { commits, dateReleased: '1767614400', status: 'archived', url: null };
    const { body } = await send('put', at(version), { body: changes }).expect(200);
    expect(body).toMatchObject({
      status: 'archived',
      dateReleased: '2026-01-05T12:00:00.000Z',
      commitCount: 2,
      lastCommit: { id: 'b' },
    });
    expect((await send('get', at(version, 'commits/')).expect(200)).body).toEqual([
      {
        id: 'b',
        message: 'Second',
        dateCreated: null,
        author: { name: 'Ann', email: null },
        repository: { name: 'acme/web' },
      },
      {
        id: 'a',
        message: null,
        dateCreated: '2026-01-05T11:00:00.000Z',
        author: null,
        repository: null,
      },
    ]);
    await send('get', at('unknown', 'commits/')).expect(404);
  });

  it('knows the last commit of the previous release', async () => {
    const first = 'previous 1';
    const second = 'previous 2';
    expect((await send('get', at(first, 'previous-with-commits/')).expect(200)).body).toEqual({});
    const refs = [{ repository: 'acme/other', commit: 'c7', previousCommit: 'c1' }];
    await tell({ version: first, projects: ['other'], refs }).expect(201);
    await tell({ version: second, projects: ['other'] }).expect(201);
    const { body } = await send('get', at(second, 'previous-with-commits/')).expect(200);
    expect(body).toMatchObject({ version: first, lastCommit: { id: 'c7' } });
  });

  it('keeps deploys, which end now unless another date is given', async () => {
    const deploy = { environment: 'production' };
    await send('post', at(version, 'deploys/'), { body: deploy }).expect(400);
    await send('get', at(version, 'deploys/')).expect(400);
    await tell().expect(201);
    const { body } = await send('post', at(version, 'deploys/'), { body: deploy }).expect(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^\d+$/),
      environment: 'production',
      name: null,
      url: null,
      dateStarted: null,
      dateFinished: expect.stringMatching(/Z$/),
    });
    const whole = {
      environment: 'staging',
      name: 'blue',
      url: 'https://staging.example',
      dateStarted: '2026-01-05T12:00:00.000Z',
      dateFinished: '2026-01-05T12:01:00.000Z',
      projects: ['web'],
    };
    await send('post', at(version, 'deploys/'), { body: whole }).expect(201);
    const listed = await send('get', at(version, 'deploys/')).expect(200);
    expect(listed.body).toMatchObject([whole, { environment: 'production' }]);
    const refused = await send('post', at(version, 'deploys/'), { body: {} }).expect(400);
    expect(refused.body).toEqual({ detail: expect.stringMatching(/environment/i) });
  });

  it('lists releases by pages, the last added first', async () => {
    for (const each of ['paged 1', 'paged 2', 'Paged 3']) await tell({ version: each });
    await tell({ version: 'paged 4', projects: ['other'], status: 'archived' });
    const list = async (query: string) => {
      const answer = await send('get', `${RELEASES}/?query=paged${query}`).expect(200);
      const versions = (answer.body as { version: string }[]).map((each) => each.version);
      return { versions, link: answer.headers['link'] };
    };
    const first = await list('&per_page=2');
    expect(first.versions).toEqual(['Paged 3', 'paged 2']);
    expect(first.link).toBe(
      '<http://errata.example/api/0/organizations/errata/releases/?query=paged&per_page=2&cursor=0%3A0%3A1>; rel="previous"; results="false"; cursor="0:0:1", ' +
        '<http://errata.example/api/0/organizations/errata/releases/?query=paged&per_page=2&cursor=0%3A2%3A0>; rel="next"; results="true"; cursor="0:2:0"',
    );
    const second = await list('&per_page=2&cursor=0:2:0');
    expect(second.versions).toEqual(['paged 1']);
    expect(second.link).toMatch(/rel="previous"; results="true".*rel="next"; results="false"/);
    expect((await list('&status=archived')).versions).toEqual(['paged 4']);
    expect((await list('&status=&project=-1')).versions).toHaveLength(4);
    expect((await list('&status=&project=2')).versions).toEqual(['paged 4']);
    expect((await list('&status=&project=1&project=other')).versions).toHaveLength(4);
    await send('get', `${RELEASES}/?cursor=x`).expect(400);
    await send('get', `${RELEASES}/?status=gone`).expect(400);
  });

  it('lists releases of a project, by its slug or id', async () => {
    await tell({ projects: ['other'] }).expect(201);
    const path = '/api/0/projects/errata';
    for (const project of ['other', '2']) {
      const { body } = await send('get', `${path}/${project}/releases/?per_page=1`).expect(200);
      expect(body).toMatchObject([{ version }]);
    }
    const unknown = await send('get', `${path}/nope/releases/`).expect(400);
    expect(unknown.body).toEqual({ detail: "No project 'nope'. Projects: web, other, errata." });
  });

  it('does at the address of a project what it does at that of the organisation', async () => {
    const path = '/api/0/projects/errata/other/releases/';
    const one = `${path}${encodeURIComponent(version)}/`;
    const first = await send('post', path, { body: { version } }).expect(201);
    expect(first.body).toMatchObject({ version, projects: [{ slug: 'other' }] });
    const shared = { body: { version, projects: ['web'] } };
    expect((await send('post', path, shared).expect(208)).body).toMatchObject({
      projects: [{ slug: 'web' }, { slug: 'other' }],
    });
    const commits = [{ id: 'c1' }];
    await send('put', one, { body: { commits } }).expect(200);
    expect((await send('get', `${one}commits/`).expect(200)).body).toMatchObject(commits);
    expect((await send('get', one).expect(200)).body).toMatchObject({ commitCount: 1 });
    await send('delete', one).expect(204);
    await tell().expect(201);
    await send('get', one).expect(404);
    await send('delete', one).expect(404);
    const change = await send('put', one, { body: {} }).expect(400);
    expect(change.body).toEqual({
      detail: expect.stringContaining(`No release '${version}' in the project 'other'.`),
    });
    await send('get', at(version)).expect(200);
  });

  it('leaves a line in the audit log for each change, in each of its projects, which names the token', async () => {
    await tell().expect(201);
    await tell().expect(208);
    await send('put', at(version), { body: { url: 'https://x.example' } }).expect(200);
    await send('post', at(version, 'deploys/'), { body: { environment: 'qa' } }).expect(201);
    await tell({ projects: ['other'] }).expect(208);
    await send('delete', at(version)).expect(204);
    const lines = await renderer.stores.audit.list({ projectId: 1, what: 'release.', limit: 5 });
    const token = 'organisation-org:ci';
    expect(lines.map(({ what, to }) => ({ what, to }))).toEqual([
      { what: 'release.removed', to: { token } },
      { what: 'release.changed', to: { token } },
      { what: 'release.deployed', to: { environment: 'qa', token } },
      { what: 'release.changed', to: { token } },
      { what: 'release.made', to: { token } },
    ]);
    const ofOther = await renderer.stores.audit.list({ projectId: 2, what: 'release.', limit: 2 });
    expect(ofOther.map(({ what }) => what)).toEqual(['release.removed', 'release.changed']);
  });

  it('lists projects, and no repository', async () => {
    const { body } = await send('get', '/api/0/organizations/errata/projects/').expect(200);
    expect(body).toMatchObject([
      { id: '1', slug: 'web', team: { slug: 'errata' } },
      { id: '2' },
      { slug: 'errata' },
    ]);
    const web = await send('get', '/api/0/projects/errata/web/').expect(200);
    expect(web.body).toMatchObject({ id: '1', dateCreated: expect.stringMatching(/^20/) });
    await send('get', '/api/0/projects/errata/nope/').expect(404, {
      detail: "No project 'nope'. Projects: web, other, errata.",
    });
    await send('get', '/api/0/organizations/errata/repos/').expect(200, []);
  });

  it('lets a person’s token reach only the projects of the person', async () => {
    const token = await makeToken('member', ['project:releases']);
    const as = (fields: object) =>
      send('post', `${RELEASES}/`, { token, body: { version, projects: ['web'], ...fields } });
    expect((await as({ projects: ['other'] }).expect(400)).body).toEqual({
      detail: "No project 'other'. Projects: web.",
    });
    await as({}).expect(201);
    await tell({ projects: ['other'] }).expect(208);
    const seen = await send('get', at(version), { token }).expect(200);
    expect(seen.body).toMatchObject({ projects: [{ slug: 'web' }] });
    const shared = {
      detail: expect.stringMatching(
        /^This token may not change the release '[^']+'. Use a token of the organisation.$/,
      ),
    };
    expect((await as({}).expect(403)).body).toEqual(shared);
    const change = send('put', at(version), { token, body: { status: 'archived' } });
    expect((await change.expect(403)).body).toEqual(shared);
    await send('delete', at(version), { token }).expect(403);
    await tell({ version: 'hidden', projects: ['other'] }).expect(201);
    await send('get', at('hidden'), { token }).expect(404);
    const { body } = await send('get', '/api/0/organizations/errata/projects/', { token });
    expect(body).toMatchObject([{ slug: 'web' }]);
    await send('get', '/api/0/projects/errata/other/', { token }).expect(404);
  });

  it('refuses writing to tokens without the role or the scope for it', async () => {
    await tell().expect(201);
    const viewer = await makeToken('viewer', ['project:releases']);
    const reader = await makeToken('organisation', ['project:read']);
    for (const token of [viewer, reader]) {
      await send('get', at(version), { token }).expect(200);
      const change = send('put', at(version), { token, body: { status: 'archived' } });
      expect((await change.expect(403)).body).toEqual({
        detail: expect.stringMatching(/^This token does not allow that/),
      });
    }
    const events = await makeToken('organisation', ['event:read']);
    await send('get', at(version), { token: events }).expect(403);
  });

  it.each([
    ['is not a JSON object', '[', 400, 'The body is not a JSON object.'],
    ['is very deep', '{"a":'.repeat(4000), 400, 'The body has more than 32 levels.'],
    [
      'has very many fields',
      `{${'"a":0,'.repeat(1001)}`,
      413,
      'The body has too many fields or values.',
    ],
  ])('says that a body %s', async (_what, body, status, detail) => {
    const sent = send('post', `${RELEASES}/`).type('json');
    expect((await sent.send(body).expect(status)).body).toEqual({ detail });
  });
});
