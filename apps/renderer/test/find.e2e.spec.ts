import { beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { createGroupedEvent, createReport } from '#product/testing';
import type { Breadcrumb, NormalisedEvent } from '#shared';
import { hold } from '../../../test/support/hold.ts';
import { giveRole, signInPeople } from './support/people.ts';
import type { Person } from './support/people.ts';
import { sampleEvent, sampleReport } from './support/sample-report.ts';
import { startSpecRenderer } from './support/spec-renderer.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const OTHER = '4'.repeat(32);
const DIGEST = '3512899471';
const NOON_MS = Date.UTC(2026, 0, 2, 12);
const [SERVER, EARLIER, BROWSER] = ['1', '2', '3'].map((digit) => digit.repeat(32)) as [
  string,
  string,
  string,
];

function crumb(seconds: number, rest: Partial<Breadcrumb>): Breadcrumb {
  return { timestampMs: NOON_MS + seconds * 1000, type: 'default', level: 'info', ...rest };
}

function at(seconds: number): Pick<NormalisedEvent, 'occurredAtMs' | 'receivedAtMs'> {
  const occurredAtMs = NOON_MS + seconds * 1000;
  return { occurredAtMs, receivedAtMs: occurredAtMs + 200 };
}

/**
 * The error shown to the visitor, an earlier error with the same digest, and the event of the
 * visitor's browser.
 */
const events: readonly NormalisedEvent[] = [
  sampleEvent({
    eventId: EARLIER,
    ...at(-60),
    tags: [
      ['digest', DIGEST],
      ['request_id', BROWSER.slice(0, 8)],
    ],
  }),
  sampleEvent({
    eventId: SERVER,
    ...at(0),
    traceId: TRACE,
    tags: [
      ['digest', DIGEST],
      ['request_id', 'req-7f3a'],
    ],
    breadcrumbs: [crumb(-1, { category: 'query', message: 'SELECT * FROM carts' })],
  }),
  sampleEvent({
    eventId: BROWSER,
    ...at(1),
    traceId: TRACE,
    platform: 'javascript',
    tags: [],
    exceptions: [{ type: 'HttpError', value: 'The cart cannot be shown', frames: [] }],
    breadcrumbs: [
      crumb(-5, { category: 'navigation', data: { from: '/', to: '/cart' } }),
      crumb(-3, { category: 'ui.click', message: 'button.buy <b>' }),
      crumb(0.5, {
        category: 'fetch',
        data: { method: 'GET', url: '/api/cart', status_code: 500 },
      }),
    ],
    contexts: { browser: { name: 'Firefox', version: '140' } },
    user: { email: 'visitor@example.org' },
  }),
];

describe('the search for an id that a user quotes', () => {
  const renderer = hold(startSpecRenderer);
  let people: Record<'owner' | 'member' | 'stranger', Person>;
  const get = (path: string, person: Person = people.owner): supertest.Test =>
    supertest(renderer.app.getHttpServer()).get(path).set('Cookie', person.cookie);

  beforeAll(async () => {
    people = await signInPeople(renderer.stores, ['owner', 'member', 'stranger']);
    await giveRole(renderer.stores, people.member, 1, 'member');
    for (const [index, event] of events.entries()) {
      await renderer.stores.reports.record([sampleReport(index + 1, event)]);
    }
  });

  it.each([
    [DIGEST, `/digests/${DIGEST}`],
    [SERVER.slice(0, 8), `/issues/1?event=${SERVER}`],
    [TRACE, `/traces/${TRACE}`],
    ['req-7f3a', '/requests/req-7f3a'],
    ['app-2', '/issues/2'],
    [`https://errata.example/issues/2?event=${BROWSER}`, `/issues/2?event=${BROWSER}`],
  ])('redirects the quoted text %s to its page', async (text, target) => {
    const quoted = encodeURIComponent(text);
    for (const path of [`/find?q=${quoted}`, `/find/${quoted}`]) {
      const { headers } = await get(path).expect(303);
      expect(headers['location']).toBe(target);
    }
  });

  it.each([
    ['/issues/APP-2', '/issues/2'],
    [`/issues/app-2?event=${BROWSER}`, `/issues/2?event=${BROWSER}`],
    ['/organizations/errata/issues/2/', '/issues/2'],
    ['/organizations/errata/issues/APP-2/', '/issues/APP-2'],
    [`/organizations/errata/issues/2/events/${BROWSER}/`, `/issues/2?event=${BROWSER}`],
    ['/organizations/errata/issues/2/events/latest/', '/issues/2'],
    ['/organizations/errata/issues/?project=app&query=a+b', '/issues?query=a+b&project=app'],
    ['/organizations/errata/issues/?project=-1', '/issues'],
    ['/organizations/errata/releases/web%401.4.0%2B7/', '/releases/web%401.4.0%2B7'],
  ])('follows the link %s that a client prints', async (link, target) => {
    const { headers } = await get(link).expect(303);
    expect(headers['location']).toBe(target);
  });

  it.each([
    '/issues/APP-9',
    '/issues/NO-1',
    '/organizations/acme/issues/2/',
    '/organizations/errata/crons/app/nightly/',
    '/organizations/errata/releases/%2E%2E/',
  ])('answers 404 at the link %s, which leads to nothing', async (link) => {
    await get(link).expect(404);
  });

  it('the page of an event links its trace id to the page of the trace', async () => {
    const sent = { contexts: { trace: { trace_id: TRACE } } };
    const other = createGroupedEvent({ sent, groupedBy: 'another', event: { eventId: OTHER } });
    await renderer.stores.reports.record([createReport(99, [other])]);
    const { text: page } = await get(`/issues/3?event=${OTHER}`).expect(200);
    expect(page).toMatch(new RegExp(`<a[^>]*href="/traces/${TRACE}"[^>]*>${TRACE}</a>`));
  });

  it('starts from the list of issues, too, and shows every possible meaning of an id', async () => {
    const text = BROWSER.slice(0, 8);
    const { headers } = await get(`/issues?query=is:unresolved+${text}`).expect(303);
    expect(headers['location']).toBe(`/find?q=${text}`);
    const { text: page } = await get(`/find?q=${text}`).expect(200);
    expect(page).toContain(`/requests/${text}`);
    expect(page).toContain(`/issues/2?event=${BROWSER}`);
  });

  it.each(['app-9', '%E0'])('says that nothing is called %s', async (text) => {
    const { text: page } = await get(`/find?q=${encodeURIComponent(text)}`).expect(200);
    expect(page).toContain('Nothing here is called');
  });

  it('shows examples when no text is given', async () => {
    const { text: page } = await get('/find').expect(200);
    expect(page).toContain('the short id of an issue');
    expect(page).not.toContain('Nothing here is called');
  });

  it('shows the steps of the browser and the errors of a digest in one timeline', async () => {
    const { text: page } = await get(`/digests/${DIGEST}`).expect(200);
    const said = [
      '/ → /cart',
      'button.buy &lt;b&gt;',
      'SELECT * FROM carts',
      'TypeError: Cannot read properties',
      'GET /api/cart → 500',
      'HttpError: The cart cannot be shown',
    ].map((text) => page.indexOf(text, page.indexOf('What happened')));
    expect(said).toEqual(said.toSorted((a, b) => a - b));
    expect(said[0]).toBeGreaterThan(0);
    for (const text of ['2 times', 'visitor@example.org', 'Firefox 140', 'APP-1', 'APP-2']) {
      expect(page).toContain(text);
    }
    expect(page).toContain(`/digests/${DIGEST}?event=${EARLIER}`);
  });

  describe('a digest that several issues claim', () => {
    const text = '3141592653';

    beforeAll(async () => {
      const { projects, reports } = renderer.stores;
      await projects.ensure([{ slug: 'shop', id: 3 }]);
      const [genuine, tags] = ['5'.repeat(32), [['digest', text]] as const];
      await reports.record([sampleReport(62, sampleEvent({ eventId: genuine, ...at(60), tags }))]);
      // The newest events are all forged.
      const event = { occurredAtMs: NOON_MS, projectId: 3, digest: text, isOfUsers: true } as const;
      const forged = Array.from({ length: 21 }, () => createGroupedEvent({ event }));
      await reports.record([createReport(63, forged)]);
    });

    it('is listed with these issues and their projects, that of a server first', async () => {
      const { headers } = await get(`/digests/${text}`).expect(303);
      expect(headers['location']).toBe(`/find?q=${text}`);
      const { text: page } = await get(`/find?q=${text}`).expect(200);
      const said = [`event=${'5'.repeat(32)}`, 'APP-1<', 'In app', 'SHOP-1<', 'In shop, sent by'];
      const places = said.map((each) => page.indexOf(each));
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      expect(places[0]).toBeGreaterThan(0);
    });

    it('shows the event that is asked for, with the moments of its issue alone', async () => {
      const { text: page } = await get(`/digests/${text}?event=${'5'.repeat(32)}`).expect(200);
      for (const said of ['What happened', 'Cannot read properties', 'happened once']) {
        expect(page).toContain(said);
      }
      expect(page).not.toContain('When it happened');
      // The member sees one of the two projects.
      const { text: only } = await get(`/digests/${text}`, people.member).expect(200);
      expect(only).toContain('happened once');
    });
  });

  it('shows an earlier event of a digest when its id is given', async () => {
    const { text: page } = await get(`/digests/${DIGEST}?event=${EARLIER}`).expect(200);
    expect(page).not.toContain('The cart cannot be shown');
    await get(`/digests/${DIGEST}?event=x`).expect(404);
  });

  it('shows the errors of a trace and of a request', async () => {
    for (const path of [`/traces/${TRACE}`, '/requests/req-7f3a']) {
      const { text: page } = await get(path).expect(200);
      expect(page).toContain('HttpError: The cart cannot be shown');
    }
  });

  it.each(['/digests/1', '/requests/1', '/traces/1', `/traces/${SERVER}`])(
    'answers 404 at the unknown address %s',
    async (path) => {
      await get(path).expect(404);
    },
  );

  it('finds nothing for a person who may not read the project', async () => {
    for (const text of [DIGEST, SERVER, TRACE, 'req-7f3a', 'app-1']) {
      const { text: page } = await get(`/find/${text}`, people.stranger).expect(200);
      expect(page).toContain('Nothing here is called');
    }
    await get(`/digests/${DIGEST}`, people.stranger).expect(404);
    await get('/issues/APP-2', people.stranger).expect(404);
    await supertest(renderer.app.getHttpServer()).get(`/digests/${DIGEST}`).expect(401);
  });
});
