import { beforeAll, describe, expect, it } from '@jest/globals';
import { createGroupedEvent, createReport } from '#product/testing';
import { hold } from '../../../test/support/hold.ts';
import { callApi, makeToken } from './support/api-client.ts';
import { startPeopledRenderer } from './support/peopled-renderer.ts';

const RELEASES = '/api/0/organizations/errata/releases';

describe('the API of release health', () => {
  const renderer = hold(() => startPeopledRenderer({ PUBLIC_URL: 'http://errata.example' }));
  let token: string;
  let member: string;

  beforeAll(async () => {
    token = await makeToken(renderer, 'organisation', ['event:read']);
    member = await makeToken(renderer, 'member', ['event:read']);
    const startedAtMs = Date.now();
    const sessions = [
      { release: 'web@1.4.0', begun: 1000, crashed: 25, unhandled: 15 },
      { release: 'web@1.4.0', begun: 1000, crashed: 0, environment: 'staging' },
      { release: 'api@1.4.0', begun: 4, crashed: 0, projectId: 2 },
      { release: 'web@1.4.01', begun: 9, crashed: 9 },
      { release: '..', begun: 1, crashed: 1 },
    ].map(({ begun, crashed, unhandled = 0, ...traits }) => ({
      projectId: 1,
      environment: 'production',
      receivedAtMs: startedAtMs,
      groups: [{ startedAtMs, begun, errored: 0, crashed, abnormal: 0, unhandled }],
      ...traits,
    }));
    await renderer.stores.reports.record([createReport(1, [], { sessions })]);
  });

  const list = async (version: string, query = '', by = token) => {
    const path = `${RELEASES}/${encodeURIComponent(version)}/health/${query}`;
    return (await callApi(renderer, 'get', path, { token: by }).expect(200)).body as unknown;
  };

  it('answers the figures of a release over all projects', async () => {
    expect(await list('web@1.4.0')).toEqual([
      {
        version: 'web@1.4.0',
        sessions: 2000,
        crashed: 25,
        crashFreeSessions: 98.75,
        failed: 40,
        failedOf: 2000,
        unhandledFreeSessions: 98,
        users: 0,
        crashFreeUsers: null,
        permalink: 'http://errata.example/releases/web%401.4.0',
      },
    ]);
  });

  it('answers each package of a version, in the projects of the token', async () => {
    const [api, web] = [{ version: 'api@1.4.0' }, { version: 'web@1.4.0' }];
    expect(await list('1.4.0')).toMatchObject([api, web]);
    expect(await list('1.4.0', '?project=web')).toMatchObject([web]);
    expect(await list('1.4.0', '', member)).toMatchObject([web]);
  });

  it('narrows to an environment', async () => {
    const [staging, nowhere] = ['?environment=staging', '?environment=nowhere'];
    expect(await list('1.4.0', staging)).toMatchObject([{ sessions: 1000, crashed: 0 }]);
    expect(await list('1.4.0', nowhere)).toEqual([]);
  });

  it('answers an empty list for a version without sessions, and no link without a page', async () => {
    expect(await list('2.0.0')).toEqual([]);
    expect(await list('..')).toMatchObject([{ version: '..', permalink: null }]);
  });

  it('keeps a place for what is watched, and answers where names ran out', async () => {
    const { stores } = renderer;
    const path = `${RELEASES}/web%409/watch/?project=web&environment=staging`;
    const watch = async () =>
      (await callApi(renderer, 'put', path, { token: member }).expect(200)).body as unknown;
    expect(await watch()).toEqual([]);
    const madeUp = Array.from({ length: 30 }, (_, at) => `made-up-${at}`);
    const events = [...madeUp, 'staging'].map((environment) =>
      createGroupedEvent({ event: { environment } }),
    );
    await stores.reports.record([createReport(2, events)]);
    const asked = { kind: 'environment', projectIds: [1], limit: 99 } as const;
    expect(await stores.counts.listNames(asked)).toContain('staging');
    const short = { project: 'web', names: 'environment', lastAt: expect.any(String) };
    expect(await watch()).toEqual([short]);
  });

  it('keeps places for twenty names of a token an hour', async () => {
    const of = await makeToken(renderer, 'admin', ['event:read']);
    const watch = (version: number) =>
      callApi(renderer, 'put', `${RELEASES}/made-up-${version}/watch/?project=web`, { token: of });
    for (let version = 1; version <= 20; version += 1) await watch(version).expect(200);
    expect((await watch(21).expect(429)).body).toEqual({
      detail: expect.stringContaining('too many releases'),
    });
    await watch(20).expect(200);
  });

  it('counts a watched name once, in however many projects', async () => {
    const slugs = Array.from({ length: 21 }, (_, index) => ({ slug: `many-${index}` }));
    await renderer.stores.projects.ensure(slugs);
    const path = `${RELEASES}/web%409/watch/?environment=staging`;
    await callApi(renderer, 'put', path, { token }).expect(200);
  });

  it('refuses an unknown project', async () => {
    const path = `${RELEASES}/1.4.0/health/?project=nope`;
    const { body } = await callApi(renderer, 'get', path, { token }).expect(400);
    expect(body).toMatchObject({ detail: expect.stringContaining("No project 'nope'") });
  });
});
