import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Scope } from '#product/people/accounts/rules';
import { createGroupedEvent, createReport } from '#product/testing';
import { hold } from '../../../test/support/hold.ts';
import { callApi, makeToken } from './support/api-client.ts';
import { startPeopledRenderer } from './support/peopled-renderer.ts';
import type { Person } from './support/peopled-renderer.ts';
import { sampleEvent, sampleReport } from './support/sample-report.ts';

const ISSUES = '/api/0/organizations/errata/issues';
const NOW_MS = Date.now();
const FULL = 'a'.repeat(32);

/** Issue 1 of `web` has complete events. Issues 2 to 6 are also of `web`, issue 7 is of `other`. */
describe('the API of issues', () => {
  const renderer = hold(() => startPeopledRenderer({ PUBLIC_URL: 'http://errata.example' }));
  let reader: string;

  beforeAll(async () => {
    const { reports, tags, triage, merges } = renderer.stores;
    const atMs = NOW_MS - 3_600_000;
    const times = { occurredAtMs: atMs, receivedAtMs: atMs };
    const threads = { values: [{ id: '1', name: 'main', crashed: true }] };
    await reports.record([
      sampleReport(
        1,
        sampleEvent({
          ...times,
          message: 'Total of 3',
          user: { id: '7', email: 'eve@example.org' },
          request: { method: 'POST', url: 'https://shop.example/cart', query: 'a=1', headers: [] },
        }),
        { threads },
      ),
    ]);
    for (let n = 2; n <= 6; n += 1) await reports.record([createReport(n, [createOther(n, 1)])]);
    await reports.record([createReport(7, [createOther(7, 2)])]);
    while (await tags.fold());
    const by = { byUserId: renderer.idOf('owner'), nowMs: NOW_MS };
    await triage.comment({ issueId: 1, body: 'Seen at *noon*.', ...by });
    await triage.assign({ issueIds: [1], assigneeId: renderer.idOf('member'), ...by });
    await triage.change({ issueIds: [2], change: { kind: 'resolve' }, ...by });
    await triage.change({ issueIds: [3], change: { kind: 'muteForever' }, ...by });
    await merges.merge({ issueIds: [1, 6], intoId: 1, ...by });
    reader = await makeToken(renderer, 'organisation', ['event:read']);
  });

  function createOther(n: number, projectId: number) {
    const occurredAtMs = NOW_MS - n * 86_400_000;
    return createGroupedEvent({
      groupedBy: `group ${n}`,
      grouping: { type: 'RangeError', value: `group ${n}` },
      event: {
        projectId,
        occurredAtMs,
        receivedAtMs: occurredAtMs,
        ...(n === 4 ? { environment: 'staging' } : {}),
        tags: new Map([['customer', n === 4 ? 'iron' : 'gold']]),
      },
    });
  }

  const get = (path: string, token = reader) => callApi(renderer, 'get', path, { token });

  const list = async (query: string, token = reader): Promise<readonly string[]> => {
    const { body } = await get(`${ISSUES}/?${query}`, token).expect(200);
    return (body as { id: string }[]).map(({ id }) => id);
  };

  const tokenOf = (of: Person | 'organisation', ...scopes: Scope[]) =>
    makeToken(renderer, of, scopes);

  it('lists issues in the format of Sentry', async () => {
    const { body } = await get(`${ISSUES}/?query=TypeError`).expect(200);
    expect(body).toEqual([
      expect.objectContaining({
        id: '1',
        shortId: 'WEB-1',
        title: "TypeError: Cannot read properties of undefined (reading 'price')",
        culprit: 'totalOf (src/cart/total.ts:42)',
        permalink: 'http://errata.example/organizations/errata/issues/1/',
        level: 'error',
        status: 'unresolved',
        substatus: 'ongoing',
        regressedRelease: null,
        platform: null,
        metadata: expect.objectContaining({ function: 'totalOf', filename: 'src/cart/total.ts' }),
        count: '2',
        userCount: expect.any(Number),
        project: { id: '1', slug: 'web', name: 'web', platform: null },
        assignedTo: {
          type: 'user',
          id: String(renderer.idOf('member')),
          name: expect.any(String),
          email: 'member@example.org',
        },
        firstSeen: new Date(NOW_MS - 6 * 86_400_000).toISOString(),
        lastSeen: new Date(NOW_MS - 3_600_000).toISOString(),
      }),
    ]);
  });

  it.each([
    ['', ['1', '4', '5', '7']],
    ['query=is:ignored', ['3']],
    ['query=RangeError&sort=new', ['2', '3', '4', '5', '7']],
    ['query=&sort=freq&limit=1', ['1']],
    ['query=&sort=trends&cursor=9999999999999999:1:1&limit=1', []],
    ['environment=staging&environment=production', ['1', '4']],
    ['query=&statsPeriod=2d', ['1', '2']],
    ['project=2', ['7']],
    ['project=other&project=-1', ['7']],
  ])('finds the issues that match the query "%s"', async (query, ids) => {
    expect(await list(query)).toEqual(ids);
  });

  it('finds issues of a time between two moments', async () => {
    const day = (ago: number) => new Date(NOW_MS - ago * 86_400_000).toISOString().slice(0, 10);
    const query = `query=&start=${day(4)}T00:00:00&end=${day(3)}T23:59:59Z`;
    expect(await list(query)).toEqual(['3', '4']);
  });

  it('lists only issues of the project that the address names', async () => {
    const { body } = await get('/api/0/projects/errata/other/issues/').expect(200);
    expect(body).toEqual([expect.objectContaining({ id: '7', shortId: 'OTHER-1' })]);
  });

  it.each([
    ['query=is:open', '“open”: After is: write one of unresolved,'],
    ['project=nope', "No project 'nope'. Projects: web, other"],
    [`other=${'x'.repeat(3000)}`, 'An address has at most 3000 characters.'],
    ['cursor=x', 'The cursor is not one of this list.'],
  ])('refuses the query "%s" with a sentence', async (query, detail) => {
    const { body } = await get(`${ISSUES}/?${query}`).expect(400);
    expect(body).toEqual({ detail: expect.stringContaining(detail) });
  });

  it.each(['date', 'new', 'freq', 'user', 'trends'])(
    'links through all pages of issues sorted by %s, and back',
    async (sort) => {
      const whole = await list(`query=&sort=${sort}`);
      const seen: string[] = [];
      let next: string | undefined = `${ISSUES}/?query=&sort=${sort}&per_page=2`;
      let back: string | undefined;
      while (next !== undefined) {
        const answer = await get(next).expect(200);
        seen.push(...(answer.body as { id: string }[]).map(({ id }) => id));
        next = readLink(answer.headers['link'], 'next');
        back = readLink(answer.headers['link'], 'previous');
      }
      expect(seen).toEqual(whole);
      expect(seen).toHaveLength(6);
      const before = await get(back!).expect(200);
      expect((before.body as { id: string }[]).map(({ id }) => id)).toEqual(whole.slice(2, 4));
    },
  );

  it.each(['1', '6', 'web-6'])('shows issue 1 by its name %s', async (name) => {
    for (const path of [`${ISSUES}/${name}/`, `/api/0/issues/${name}`]) {
      const { body } = await get(path).expect(200);
      expect(body).toMatchObject({ id: '1', lastRelease: { version: 'shop@1.4.2' } });
    }
  });

  it.each(['0', '99', 'WEB-99', 'x', '1e3', '%2e%2e', "1'--"])(
    'says that there is no issue %s',
    async (name) => {
      const { body } = await get(`${ISSUES}/${name}/`).expect(404);
      expect(body).toEqual({ detail: expect.stringMatching(/^No issue '/) });
    },
  );

  it('shows an event with its entries, tags and neighbours', async () => {
    const { body } = await get(`${ISSUES}/WEB-1/events/latest/`).expect(200);
    expect(body).toMatchObject({
      id: FULL,
      eventID: FULL,
      groupID: '1',
      title: "TypeError: Cannot read properties of undefined (reading 'price')",
      platform: 'node',
      dateCreated: new Date(NOW_MS - 3_600_000).toISOString(),
      release: { version: 'shop@1.4.2' },
      user: { id: '7', email: 'eve@example.org', username: null },
      sdk: { name: 'sentry.javascript.node', version: '11.11.0' },
      contexts: { runtime: { name: 'node' } },
      nextEventID: null,
    });
    const { tags, entries, previousEventID } = body as {
      tags: object[];
      entries: { type: string; data: Record<string, unknown> }[];
      previousEventID: string;
    };
    expect(previousEventID).toMatch(/^[0-9a-f]{32}$/);
    expect(tags).toEqual(
      expect.arrayContaining([
        { key: 'customer', value: 'gold' },
        { key: 'release', value: 'shop@1.4.2' },
        { key: 'environment', value: 'production' },
      ]),
    );
    const types = ['exception', 'message', 'threads', 'breadcrumbs', 'request'];
    expect(entries.map(({ type }) => type)).toEqual(types);
    const [exception, message, threads, breadcrumbs, request] = entries.map(({ data }) => data);
    expect(exception).toMatchObject({
      values: [
        {
          type: 'TypeError',
          mechanism: { type: 'onuncaughtexception', handled: false },
          stacktrace: {
            frames: [
              { inApp: false, context: [] },
              {
                function: 'totalOf',
                filename: 'src/cart/total.ts',
                lineNo: 42,
                colNo: 17,
                inApp: true,
                context: [
                  [41, 'export function totalOf(cart: Cart): number {'],
                  [42, '  return cart.items[0].price;'],
                  [43, '}'],
                ],
              },
            ],
          },
        },
      ],
    });
    expect(message).toMatchObject({ formatted: 'Total of 3' });
    expect(threads).toMatchObject({ values: [{ id: '1', name: 'main', crashed: true }] });
    expect(breadcrumbs).toMatchObject({ values: [{ category: 'fetch', message: 'GET /cart' }] });
    expect(request).toMatchObject({
      method: 'POST',
      url: 'https://shop.example/cart',
      query: [['a', '1']],
    });
    const other = await get(`/api/0/issues/6/events/${previousEventID}/`).expect(200);
    expect(other.body).toMatchObject({ eventID: previousEventID, nextEventID: FULL });
    await get(`${ISSUES}/4/events/${FULL}/`).expect(404, {
      detail: `No event '${FULL}' in this issue.`,
    });
    await get(`${ISSUES}/4/events/nope/`).expect(404);
  });

  it('lists the events of an issue, a page at a time', async () => {
    const first = await get(`${ISSUES}/1/events/?per_page=1`).expect(200);
    expect(first.body).toEqual([
      expect.objectContaining({ eventID: FULL, groupID: '1', culprit: expect.any(String) }),
    ]);
    const second = await get(readLink(first.headers['link'], 'next')!).expect(200);
    expect(second.body).toEqual([expect.objectContaining({ groupID: '1' })]);
    expect(readLink(second.headers['link'], 'next')).toBeUndefined();
    const back = await get(readLink(second.headers['link'], 'previous')!).expect(200);
    expect(back.body).toEqual(first.body);
  });

  it('lists events of a time, with their full content when full=true is given', async () => {
    const ids = async (query: string) => {
      const { body } = await get(`${ISSUES}/1/events/?${query}`).expect(200);
      return (body as { eventID: string; entries?: object[] }[]).map(({ entries, eventID }) => [
        eventID === FULL,
        entries !== undefined,
      ]);
    };
    expect(await ids('statsPeriod=24h')).toEqual([[true, false]]);
    expect(await ids('full=true&statsPeriod=24h')).toEqual([[true, true]]);
    const start = new Date(NOW_MS - 7 * 86_400_000).toISOString();
    const end = new Date(NOW_MS - 5 * 86_400_000).toISOString();
    expect(await ids(`start=${start}&end=${end}`)).toEqual([[false, false]]);
  });

  it('searches the events of an issue, a page at a time', async () => {
    const ids = (body: unknown) => (body as { eventID: string }[]).map(({ eventID }) => eventID);
    const path = `${ISSUES}/1/events/`;
    const all = await get(`${path}?environment=production`).expect(200);
    expect(ids(all.body)).toHaveLength(1);
    expect(ids((await get(`${path}?query=level:error`).expect(200)).body)).toHaveLength(2);
    expect((await get(`${path}?query=customer:iron`).expect(200)).body).toEqual([]);
    const first = await get(`${path}?query=level:error&per_page=1`).expect(200);
    const second = await get(readLink(first.headers['link'], 'next')!).expect(200);
    expect(readLink(second.headers['link'], 'next')).toBeUndefined();
    expect(new Set([...ids(first.body), ...ids(second.body)]).size).toBe(2);
    const back = await get(readLink(second.headers['link'], 'previous')!).expect(200);
    expect(back.body).toEqual(first.body);
    const refused = await get(`${path}?query=is:new`).expect(400);
    expect(refused.body).toEqual({ detail: expect.stringContaining('is: is about issues') });
  });

  it('counts the values of tags', async () => {
    const { body } = await get(`${ISSUES}/4/tags/customer/`).expect(200);
    expect(body).toMatchObject({
      key: 'customer',
      totalValues: 1,
      topValues: [{ value: 'iron', count: 1 }],
    });
    const all = await get(`${ISSUES}/4/tags/`).expect(200);
    expect(all.body).toEqual(expect.arrayContaining([body]));
    const values = await get(`${ISSUES}/4/tags/customer/values/`).expect(200);
    expect(values.body).toEqual([expect.objectContaining({ key: 'customer', value: 'iron' })]);
    await get(`${ISSUES}/4/tags/%00/`).expect(404);
    await get(`${ISSUES}/4/tags/nope/`).expect(404, {
      detail: "No event of this issue has the tag 'nope'.",
    });
  });

  it('lists the comments and the activities of an issue', async () => {
    const notes = await get(`${ISSUES}/1/notes/`).expect(200);
    const owner = { id: String(renderer.idOf('owner')), name: expect.any(String) };
    expect(notes.body).toEqual([
      {
        id: expect.stringMatching(/^\d+$/),
        type: 'note',
        data: { text: 'Seen at *noon*.' },
        user: owner,
        dateCreated: new Date(NOW_MS).toISOString(),
      },
    ]);
    const { body } = await get(`${ISSUES}/1/activities/`).expect(200);
    const { activity } = body as { activity: { type: string }[] };
    expect(activity.map(({ type }) => type)).toEqual(['merge', 'assigned', 'note']);
    const ofResolved = await get(`${ISSUES}/2/activities/`).expect(200);
    expect(ofResolved.body).toMatchObject({ activity: [{ type: 'set_resolved', user: owner }] });
    await get(`${ISSUES}/1/external-issues/`).expect(200, []);
  });

  it('finds issues and events by pasted short ids and event ids', async () => {
    const short = await get('/api/0/organizations/errata/shortids/web-6/').expect(200);
    expect(short.body).toMatchObject({
      organizationSlug: 'errata',
      projectSlug: 'web',
      groupId: '1',
      shortId: 'WEB-1',
      group: { id: '1' },
    });
    const dashed = FULL.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-').toUpperCase();
    const event = await get(`/api/0/organizations/errata/eventids/${dashed}/`).expect(200);
    expect(event.body).toMatchObject({ projectSlug: 'web', groupId: '1', eventId: FULL });
    const direct = await get(`/api/0/projects/errata/web/events/${FULL}/`).expect(200);
    expect(direct.body).toMatchObject({ eventID: FULL, groupID: '1' });
    await get(`/api/0/projects/errata/other/events/${FULL}/`).expect(404);
    await get('/api/0/organizations/errata/eventids/aaaaaaaaaaaa/').expect(404);
  });

  it('shows a token only what its person may read', async () => {
    const outsider = await tokenOf('outsider', 'event:read');
    expect(await list('query=', outsider)).toEqual(['7']);
    const hidden = [
      `${ISSUES}/1/`,
      `${ISSUES}/WEB-1/events/latest/`,
      `${ISSUES}/6/tags/`,
      `${ISSUES}/1/notes/`,
      '/api/0/issues/1/',
      '/api/0/organizations/errata/shortids/WEB-1/',
      `/api/0/organizations/errata/eventids/${FULL}/`,
      `/api/0/projects/errata/web/events/${FULL}/`,
    ];
    for (const path of hidden) await get(path, outsider).expect(404);
    await get(`${ISSUES}/?project=web`, outsider).expect(400);
    await get('/api/0/projects/errata/web/issues/', outsider).expect(400);
    const releases = await tokenOf('owner', 'project:releases');
    for (const path of [...hidden, `${ISSUES}/`]) await get(path, releases).expect(403);
  });

  it('says for which person a token stands', async () => {
    const member = await tokenOf('member', 'org:read');
    const { body } = await get('/api/0/auth/', member).expect(200);
    expect(body).toMatchObject({
      id: String(renderer.idOf('member')),
      email: 'member@example.org',
    });
    await get('/api/0/auth/').expect(400, {
      detail: 'This token is one of the organisation: it stands for nobody.',
    });
  });

  it('takes "me" in a query as the person of the token', async () => {
    const member = await tokenOf('member', 'event:read');
    expect(await list('query=assigned:me', member)).toEqual(['1']);
    expect(await list('query=assigned:me')).toEqual([]);
  });
});

function readLink(header: string | undefined, rel: string): string | undefined {
  const link = header?.split(', ').find((each) => each.includes(`rel="${rel}"; results="true"`));
  const address = link && /^<(?<address>[^>]+)>/.exec(link)?.groups?.['address'];
  return address?.replace('http://errata.example', '');
}
