import { beforeAll, describe, expect, it } from '@jest/globals';
import { hold } from '../../../test/support/hold.ts';
import type { IssueListProps } from '../src/features/triage/issue-list/issue-list.dto.ts';
import { Triage } from './support/triage.ts';
import type { Known } from './support/triage.ts';

describe('the search over issues', () => {
  const triage = hold(() => Triage.start());
  let ids: readonly number[];

  beforeAll(async () => {
    const tags = new Map([
      ['url', 'https://shop.example/checkout'],
      ['transaction', 'GET /pay'],
      ['customer_tier', 'gold'],
    ]);
    ids = [await triage.add(), await triage.add(), await triage.add({ projectId: 2, tags })];
    while (await triage.renderer.stores.tags.fold());
    await triage.submit(`/issues/${ids[0]}`, 'triage', { change: 'assignMe' }).expect(303);
    await triage.submit(`/issues/${ids[1]}`, 'triage', { change: 'resolve' }).expect(303);
  });

  const open = async (
    query: string,
    { who = 'owner', rest = '' }: { who?: Known; rest?: string } = {},
  ) => {
    const path = `/issues?query=${encodeURIComponent(query)}${rest}`;
    const { html, status, payload } = await triage.open(path, { who });
    const data = payload.page?.segments.at(-1)?.data as IssueListProps | undefined;
    return { html, status, data, ids: data?.issues.map(({ id }) => id) };
  };

  it('finds issues by keys and words, in the projects that the visitor sees', async () => {
    const [web, resolved, api] = ids;
    expect((await open('')).ids).toEqual([api, resolved, web]);
    expect((await open('is:resolved')).ids).toEqual([resolved]);
    expect((await open('type:typeerror !is:resolved cart.j')).ids).toEqual([api, web]);
    expect((await open('assigned:me', { who: 'ann' })).ids).toEqual([web]);
    expect((await open('assigned:me')).ids).toEqual([]);
    expect((await open('"group 3"', { who: 'ann' })).ids).toEqual([]);
    expect((await open('group', { rest: '&project=web&sort=firstSeen' })).ids).toEqual([
      resolved,
      web,
    ]);
  });

  it('keeps its words in its field and tabs, counts these, and marks the tab', async () => {
    const { html, data } = await open('is:resolved group');
    expect(html).toMatch(/<input[^>]* name="query"[^>]* value="group"/);
    expect(data?.tabs).toEqual([
      { name: 'Unresolved', count: '2', href: '/issues?query=is:unresolved+group' },
      { name: 'Muted', count: '0', href: '/issues?query=is:muted+group' },
      { name: 'Resolved', count: '1', href: '/issues?query=is:resolved+group', isCurrent: true },
      { name: 'All', count: '3', href: '/issues?query=group' },
    ]);
  });

  it('explains the mistake in a search, lists nothing, and offers to clear it', async () => {
    const { status, html, ids: listed } = await open('"open');
    expect([status, listed]).toEqual([200, []]);
    expect(html).toContain('“&quot;open”: This quote is never closed.');
    expect(html).toContain('aria-invalid="true"');
    expect(html).toContain('href="/issues?query=">Clear the search</a>');
  });

  it('says how many issues there are without it when nothing matches', async () => {
    const { html } = await open('nowhere');
    expect(html).toContain('No issue matches “nowhere”. Without that there are 3, of any state.');
    expect(html).toContain('href="/issues?query=">Clear</a>');
  });

  it('says that a key is unknown, and links to the search with the nearest known key', async () => {
    const told = async (query: string, who?: Known) =>
      (await open(query, who ? { who } : {})).data?.advice;
    expect(await told('is:unresolved !enviroment:x')).toEqual({
      text: 'No search key and no received tag is called “enviroment”. Did you mean “environment”?',
      link: {
        name: 'is:unresolved !environment:x',
        href: '/issues?query=is:unresolved+!environment:x',
      },
    });
    expect(await told('custmer_tier:gold')).toMatchObject({ link: { name: 'customer_tier:gold' } });
    expect(await told('xyzzy:gold')).toEqual({
      text: 'No search key and no received tag is called “xyzzy”.',
    });
    for (const query of ['customer_tier:silver', 'tags[xyzzy]:x', 'os.name:iOS', 'level:error']) {
      expect(await told(query)).toBeUndefined();
    }
    // Ann must not learn the tags of a project that she does not see.
    expect((await told('customer_tier:gold', 'ann'))?.text).toContain('“customer_tier”');
    expect((await told('custmer_tier:gold', 'ann'))?.link).toBeUndefined();
  });

  it('offers types with a similar name when no issue has the type', async () => {
    const { data, html } = await open('type:TypeEror !is:muted');
    expect(data?.nothing?.offers).toEqual([
      { name: 'type:TypeError !is:muted', href: '/issues?query=type:TypeError+!is:muted' },
    ]);
    expect(html).toContain('Did you mean:');
    expect((await open('type:Nothing')).data?.nothing?.offers).toBeUndefined();
  });

  it('turns a pasted address into a search or opens its issue', async () => {
    const lead = async (query: string, who: Known = 'owner') => {
      const path = `/issues?query=${encodeURIComponent(query)}`;
      const { status, location } = await triage.open(path, { who });
      return [status, location];
    };
    const found = '/issues?query=is:unresolved+url:shop.example%2Fcheckout';
    expect(await lead('is:unresolved https://shop.example/checkout?x=1#y')).toEqual([303, found]);
    expect(await lead('"http://www.example/pay/"')).toEqual([
      303,
      '/issues?query=transaction:*%2Fpay',
    ]);
    expect(await lead(`https://errata.example/issues/${ids[0]}?x=1`)).toEqual([
      303,
      `/issues/${ids[0]}`,
    ]);
    expect(await lead('https://shop.example/nowhere')).toEqual([200, undefined]);
    expect(await lead('https://shop.example/checkout', 'ann')).toEqual([200, undefined]);
  });

  it('leads from a pasted error or line of a stack to its issue, whatever its state', async () => {
    const lead = (query: string) => triage.open(`/issues?query=${encodeURIComponent(query)}`);
    const found = '/issues?query=type:TypeError+%22group+2%22';
    expect((await lead('is:unresolved Uncaught TypeError: group 2')).location).toBe(found);
    const { location } = await lead('at total (/app/cart.js:7:1)');
    expect(location).toBe('/issues?query=place:cart.js');
    expect((await lead('at total (/app/other.js:7:1)')).status).toBe(200);
  });

  it('offers what an address of mail, a path and a misspelt word may mean', async () => {
    const { data } = await open('ann@example.com');
    const href = '/issues?query=user:ann@example.com';
    expect(data?.advice).toEqual({
      text: 'What this user met:',
      link: { name: 'user:ann@example.com', href },
      recently: { name: 'in the last 24 hours', href: expect.stringContaining('time=24h') },
    });
    const ofAnn = await open('is:unresolved user:ann@example.com');
    expect(ofAnn.data?.rowQuery).toBe('query=user%3Aann%40example.com');
    const offered = async (query: string) =>
      (await open(query)).data?.nothing?.offers?.map(({ name }) => name);
    expect(await offered('is:muted /checkout')).toEqual(['url:/checkout']);
    expect(await offered('gruop 3')).toEqual(['group 3']);
    expect(await offered('/nowhere')).toBeUndefined();
  });

  it('opens the issue whose short id is the only text, whatever its state', async () => {
    const lead = (query: string, who?: Known) =>
      triage.open(`/issues?query=${encodeURIComponent(query)}`, who ? { who } : {});
    for (const query of ['WEB-2', 'is:unresolved web-2']) {
      expect((await lead(query)).status).toBe(303);
    }
    expect((await lead('WEB-2 group')).status).toBe(200);
    expect((await lead('WEB-99')).status).toBe(200);
    expect((await lead('API-1', 'ann')).status).toBe(200);
  });

  it.each([
    '\0 % _ \\ é �',
    "'][,]:*>a",
    'users:-1d !lastSeen:999999999999999',
    '[!"assigned:a@b.c',
  ])('answers the query %j without a server error', async (query) => {
    expect((await open(query)).status).toBe(200);
  });

  it('has a help page that explains each key', async () => {
    const { html, status } = await triage.open('/search/help');
    expect(status).toBe(200);
    expect(html).toContain('href="/issues?query=is%3Aunresolved"');
    expect(html).toContain('href="/issues?query=user.id%3A42"');
    expect(html).toContain('firstSeen: age: first_seen:');
    expect((await triage.open('/issues')).html).toContain('href="/search/help"');
  });
});
