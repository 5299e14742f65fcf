import { beforeAll, describe, expect, it } from '@jest/globals';
import { createGroupedEvent, createReport } from '#product/testing';
import { hold } from '../../../test/support/hold.ts';
import { callApi, makeToken } from './support/api-client.ts';
import { startPeopledRenderer } from './support/peopled-renderer.ts';

const TEAM = expect.objectContaining({ id: '1', slug: 'errata' });

describe('the API of projects', () => {
  const renderer = hold(() => startPeopledRenderer({ PUBLIC_URL: 'http://errata.example' }));
  let owner: string;
  let admin: string;
  let reader: string;

  beforeAll(async () => {
    owner = await makeToken(renderer, 'owner', ['project:write', 'event:read']);
    admin = await makeToken(renderer, 'admin', ['project:write']);
    reader = await makeToken(renderer, 'organisation', ['event:read']);
  });

  const call = (
    verb: 'get' | 'post' | 'put',
    path: string,
    { token = owner, body }: { token?: string; body?: object } = {},
  ) => callApi(renderer, verb, `/api/0${path}`, { token, body });

  it('shows the one team and its projects', async () => {
    const { body } = await call('get', '/organizations/errata/teams/').expect(200);
    expect(body).toEqual([TEAM]);
    const listed = await call('get', '/teams/errata/errata/projects/').expect(200);
    expect(listed.body).toEqual(
      expect.arrayContaining([expect.objectContaining({ slug: 'web', teams: [TEAM] })]),
    );
    await call('get', '/teams/errata/nope/projects/').expect(404);
  });

  it('makes projects, and renames them', async () => {
    const path = '/organizations/errata/projects/';
    const made = await call('post', path, { body: { name: 'My shop' } }).expect(201);
    expect(made.body).toMatchObject({ slug: 'my-shop', name: 'My shop' });
    const ofTeam = { body: { name: 'My shop', slug: 'shop', platform: 'python-django' } };
    expect(
      (await call('post', '/teams/errata/errata/projects/', ofTeam).expect(201)).body,
    ).toMatchObject({ slug: 'shop', platform: 'python-django' });
    await call('post', path, { body: { name: 'x', slug: 'shop' } }).expect(400, {
      detail: 'There is a project with this slug already.',
    });
    const path1 = '/projects/errata/my-shop/';
    for (const body of [{ platform: 'go' }, { name: 'My shop', slug: 'my-shop', options: {} }]) {
      expect((await call('put', path1, { body }).expect(200)).body).toMatchObject({
        name: 'My shop',
        platform: 'go',
        organization: { slug: 'errata' },
      });
    }
    await call('put', path1, { body: { platform: 'x'.repeat(65) } }).expect(400);
    await call('put', path1, { body: { slug: 'boutique' } }).expect(400, {
      detail: 'The slug of a project cannot change, because its addresses and issues carry it.',
    });
    for (const body of [{}, { name: '' }, { name: 7 }, { name: 'x', slug: 'ä ö' }]) {
      await call('post', path, { body }).expect(400);
    }
    const renamed = await call('put', '/projects/errata/shop/', { body: { name: 'Shop' } });
    expect(renamed.body).toMatchObject({ slug: 'shop', name: 'Shop' });
    await call('post', path, { body: { name: 'x' }, token: admin }).expect(403);
    await call('put', '/projects/errata/shop/', { body: { name: 'x' }, token: admin }).expect(400);
    const organisation = await makeToken(renderer, 'organisation', ['project:write']);
    await call('post', path, { body: { name: 'x' }, token: organisation }).expect(403);
    await call('put', path1, { body: { platform: 'php' }, token: organisation }).expect(403);
    await call('put', path1, { body: { platform: 'go' }, token: organisation }).expect(200);
    const lines = await renderer.stores.audit.list({ what: 'project.platform', limit: 9 });
    expect(lines).toMatchObject([{ to: 'go', byUserId: expect.any(Number) }]);
  });

  it('lists the people with whom a token shares a project', async () => {
    const path = '/organizations/errata/members/';
    const emails = async (of: 'organisation' | 'outsider') => {
      const token = await makeToken(renderer, of, ['member:read']);
      const { body } = await call('get', path, { token }).expect(200);
      return (body as { email: string }[]).map(({ email }) => email.split('@')[0]);
    };
    expect(await emails('organisation')).toEqual([
      'owner',
      'admin',
      'member',
      'viewer',
      'outsider',
    ]);
    expect(await emails('outsider')).toEqual(['owner', 'outsider']);
    await call('get', path).expect(403);
  });

  it('shows keys, makes them, and switches them off', async () => {
    const path = '/projects/errata/web/keys/';
    const listed = await call('get', path, { token: admin }).expect(200);
    expect(listed.body).toEqual([
      expect.objectContaining({ isActive: true, dsn: { public: expect.stringMatching(/\/1$/) } }),
    ]);
    const made = await call('post', path, { token: admin }).expect(201);
    const { id } = made.body as { id: string };
    expect(listed.body).not.toEqual([expect.objectContaining({ id })]);
    const off = await call('put', `${path}${id}/`, { body: { isActive: false }, token: admin });
    expect(off.body).toMatchObject({ id, isActive: false });
    expect((await call('get', `${path}${id}/`, { token: admin }).expect(200)).body).toMatchObject({
      isActive: false,
    });
    await call('put', `${path}${id}/`, { body: { isActive: 'no' }, token: admin }).expect(400);
    // Terraform sends both, and zeros where a key has no limit.
    const body = { name: 'checkout', rateLimit: { window: 60, count: 100 } };
    const named = await call('post', path, { body, token: admin }).expect(201);
    expect(named.body).toMatchObject(body);
    const at = `${path}${(named.body as { id: string }).id}/`;
    const other = { name: 'cart', rateLimit: { window: 0, count: 0 } };
    expect((await call('put', at, { body: other, token: admin }).expect(200)).body).toMatchObject({
      name: 'cart',
      rateLimit: null,
    });
    const [line] = await renderer.stores.audit.list({ what: 'key.named', limit: 1 });
    expect(line).toMatchObject({ from: 'checkout', to: 'cart' });
    for (const rateLimit of [{ window: 3600, count: 9 }, { window: 60, count: 0.5 }, 7]) {
      await call('put', at, { body: { rateLimit }, token: admin }).expect(400);
    }
    await call('get', `${path}nope/`, { token: admin }).expect(404);
    await call('get', '/projects/errata/other/keys/', { token: admin }).expect(400);
    const member = await makeToken(renderer, 'member', ['project:write']);
    await call('get', path, { token: member }).expect(403);
  });

  it('lists the feedback of users on a project and on an issue', async () => {
    const { reports } = renderer.stores;
    const event = createGroupedEvent({ groupedBy: 'said' });
    await reports.record([createReport(1, [event])]);
    const { eventId, projectId } = event.event;
    const id = 'c'.repeat(32);
    const said = {
      projectId,
      id,
      source: 'feedback' as const,
      message: 'It broke.',
      name: 'Eve',
      email: 'eve@example.org',
    };
    await reports.record([
      { ...createReport(2, []), feedback: [{ ...said, eventId, receivedAtMs: 5 }] },
      {
        ...createReport(3, []),
        feedback: [{ ...said, id: 'd'.repeat(32), message: 'Nice.', receivedAtMs: 7 }],
      },
    ]);
    const all = await call('get', '/projects/errata/web/user-feedback/?per_page=1', {
      token: reader,
    });
    expect(all.body).toEqual([expect.objectContaining({ comments: 'Nice.', issue: null })]);
    const second = /<http:\/\/errata\.example\/api\/0(?<path>[^>]+)>; rel="next"/.exec(
      all.headers['link']!,
    )?.groups?.['path'];
    const rest = await call('get', second!, { token: reader }).expect(200);
    expect(rest.body).toEqual([
      expect.objectContaining({ comments: 'It broke.', eventID: eventId, issue: { id: '1' } }),
    ]);
    const ofIssue = await call('get', '/issues/1/user-reports/', { token: reader }).expect(200);
    expect(ofIssue.body).toEqual(rest.body);
    const outsider = await makeToken(renderer, 'outsider', ['event:read']);
    await call('get', '/projects/errata/web/user-feedback/', { token: outsider }).expect(400);
  });

  it('lists monitors with their check-ins', async () => {
    const { monitors } = renderer.stores;
    const schedule = { type: 'crontab', value: '5 4 * * *' } as const;
    const config = {
      schedule,
      timeZone: 'Europe/Berlin',
      marginMinutes: 5,
      runtimeMinutes: 30,
      failureThreshold: 1,
      recoveryThreshold: 1,
    };
    const by = { byUserId: renderer.idOf('owner'), nowMs: Date.now() };
    await monitors.create({ projectId: 1, slug: 'nightly', name: 'Nightly', config, ...by });
    const { body } = await call('get', '/organizations/errata/monitors/', { token: reader });
    expect(body).toEqual([
      expect.objectContaining({
        slug: 'nightly',
        status: 'active',
        config: expect.objectContaining({ schedule: '5 4 * * *', checkin_margin: 5 }),
        project: expect.objectContaining({ slug: 'web' }),
      }),
    ]);
    const path = '/organizations/errata/monitors/nightly/';
    expect((await call('get', path, { token: reader }).expect(200)).body).toEqual(
      (body as object[])[0],
    );
    await call('get', `${path}checkins/`, { token: reader }).expect(200, []);
    const outsider = await makeToken(renderer, 'outsider', ['event:read', 'org:read']);
    await call('get', path, { token: outsider }).expect(404);
    await call('get', '/organizations/errata/monitors/', { token: outsider }).expect(200, []);
  });

  it('refuses fields that it does not know, and drops those of Terraform', async () => {
    for (const [method, path, body] of [
      ['post', '/teams/errata/errata/projects/', { name: 'y', default_rules: true }],
      ['put', '/projects/errata/web/', { platform: 'go', resolveAge: 0 }],
      ['post', '/projects/errata/web/keys/', { name: 'y', browserSdkVersion: 'latest' }],
    ] as const) {
      const wrong = { ...body, mode: 1 };
      const detail = 'Errata knows no field mode here.';
      await call(method, path, { body: wrong }).expect(400, { detail });
      const { status } = await call(method, path, { body });
      expect([path, status < 300]).toEqual([path, true]);
    }
  });
});
