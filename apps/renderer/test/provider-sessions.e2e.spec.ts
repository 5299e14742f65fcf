import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Request } from 'express';
import { hold } from '../../../test/support/hold.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { ChangeSource } from '../src/rendering/index.ts';
import { passThrough, startIdentityProvider } from './support/identity-provider.ts';
import { startPeopledRenderer } from './support/peopled-renderer.ts';
import { shownOf } from './support/shown.ts';
import { toCookies } from './support/to-cookies.ts';
import { OWN, visitorsOf } from './support/visitors.ts';

const CALLBACK = `${OWN}/sign-in/callback`;
const DAY_MS = 86_400_000;

describe('a session that a provider opened', () => {
  /** Gives refresh tokens that rotate. */
  const rotating = hold(() =>
    startIdentityProvider(`${CALLBACK}/rotating`, { givesRefreshTokens: true }),
  );
  const plain = hold(() => startIdentityProvider(`${CALLBACK}/plain`));
  const renderer = hold(startPeopledRenderer);
  const visitors = visitorsOf(renderer);
  let people = 0;

  beforeAll(async () => {
    for (const [slug, provider] of Object.entries({ rotating, plain })) {
      const { issuer, clientId, clientSecret } = provider;
      const facts = { slug, name: slug, issuer, clientId, clientSecret, sessionDays: '7' };
      const fields = { ...facts, domains: 'example.org' };
      await renderer.send('owner', '/settings/providers', 'add', fields).expect(303);
    }
  });

  async function signIn(slug: 'rotating' | 'plain') {
    const provider = { rotating, plain }[slug];
    people += 1;
    const email = `p${people}@example.org`;
    provider.be({ sub: `p${people}`, email, email_verified: true });
    const atProvider = new Map<string, string>();
    const goOn = async (from: { headers: Record<string, string> }, cookie: string) => {
      const location = from.headers['location'] ?? '';
      const back = await passThrough(location, `${CALLBACK}/${slug}`, atProvider);
      const answer = await visitors.get(back, toCookies(cookie, from));
      return { answer, cookie: toCookies(toCookies(cookie, from), answer) };
    };
    const begun = await visitors.get(`/sign-in/with/${slug}?to=/issues`).expect(303);
    const { answer, cookie } = await goOn(begun, '');
    const user = await renderer.stores.users.findByEmail(email);
    const list = () =>
      renderer.stores.sessions.list(user?.id ?? 0, { nowMs: Date.now(), limit: 9 });
    const [session] = await list();
    const { vouchedSessions } = renderer.stores;
    const id = session?.id ?? 0;
    const find = () => vouchedSessions.find(id);
    const age = async (dueSinceMs?: number): Promise<void> => {
      const found = await find();
      const checked = { sessionId: id, checkedAtMs: Date.now() - DAY_MS };
      await vouchedSessions.renew({ ...checked, refreshToken: found?.refreshToken });
      const aged = await find();
      if (aged && dueSinceMs !== undefined) await vouchedSessions.note(aged, { dueSinceMs });
    };
    const isFresh = async () => Date.now() - ((await find())?.checkedAtMs ?? 0) < DAY_MS / 2;
    return { answer, cookie, session, list, find, age, isFresh, goOn, atProvider };
  }

  async function makeToken(userId: number): Promise<void> {
    const token = { name: 'ci', scopes: ['org:read'] as const, createdAtMs: Date.now() };
    const hash = `token of ${userId}`;
    await renderer.stores.tokens.create({ ...token, hash, hint: 'x', userId, madeBy: userId });
  }

  const getData = (cookie: string) =>
    visitors.get('/issues', cookie).set('Router-State', '').set('Accept', '*/*');

  it('lasts as long as an owner has set for the provider', async () => {
    const { answer, session } = await signIn('plain');
    expect((session?.expiresAtMs ?? 0) - (session?.createdAtMs ?? 0)).toBe(7 * DAY_MS);
    expect(String(answer.headers['set-cookie'])).toMatch(/errata=[^;]{43}; Max-Age=604800;/);
    const days = { provider: 'plain', name: 'x', issuer: plain.issuer, clientId: 'x' };
    const wrong = { ...days, clientSecret: '', sessionDays: '31' };
    await renderer.send('owner', '/settings/providers', 'change', wrong).expect(422);
  });

  it('is checked by a refresh token that rotates, once for simultaneous requests', async () => {
    const { cookie, find, age, isFresh } = await signIn('rotating');
    const first = (await find())?.refreshToken;
    expect(first).toEqual(expect.any(String));
    for (let day = 1; day <= 2; day += 1) {
      const before = rotating.countTokenRequests();
      await age();
      const answers = await Promise.all(
        [1, 2, 3, 4].map((each) =>
          each % 2 ? getData(cookie) : visitors.get('/account', cookie).expect(200),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      await eventually('a check', isFresh);
      expect(rotating.countTokenRequests()).toBe(before + 1);
    }
    expect((await find())?.refreshToken).not.toBe(first);
    await visitors.get('/account', cookie).expect(200);
  });

  it('ends, with its streams and tokens, when the provider refuses the refresh token', async () => {
    const { cookie, age, list, session } = await signIn('rotating');
    const userId = session!.userId;
    await makeToken(userId);
    const removed = { issuer: 'https://removed.example', subject: 'p', groups: [] };
    await renderer.stores.identities.link({ ...removed, userId, linkedAtMs: Date.now() });
    const source = renderer.app.get(ChangeSource, { strict: false });
    const stream = { headers: { cookie }, path: '/live' } as Request;
    expect(await source.findAudience(stream)).toBeDefined();
    await age();
    rotating.forget(true);
    // An open page alone starts the check.
    expect(await source.findAudience(stream)).toBeDefined();
    await eventually('the end of the session', async () => (await list()).length === 0);
    rotating.forget(false);
    expect(await source.findAudience(stream)).toBeUndefined();
    const { tokens, audit } = renderer.stores;
    expect(await tokens.list(userId)).toEqual([]);
    const [line] = await audit.list({ what: 'token.removed', limit: 1 });
    expect(line).toMatchObject({ target: 'ci', to: 'rotating', byUserId: undefined });
    await visitors.get('/account', cookie).expect(401);
  });

  it('ends, and leaves the tokens, when a refused person is linked with another provider alone', async () => {
    const { cookie, age, list, session } = await signIn('rotating');
    const userId = session!.userId;
    await makeToken(userId);
    const { identities, tokens } = renderer.stores;
    const other = { issuer: plain.issuer, subject: 'other', groups: [], linkedAtMs: 1 };
    await identities.link({ ...other, userId });
    await identities.unlink(userId, rotating.issuer, { keptSessionId: session!.id });
    await age();
    rotating.forget(true);
    await visitors.get('/account', cookie).expect(200);
    await eventually('the end of the session', async () => (await list()).length === 0);
    rotating.forget(false);
    expect(await tokens.list(userId)).toHaveLength(1);
  });

  it('asks for a document without a refresh token, and does nothing before', async () => {
    const { cookie, age, goOn, isFresh } = await signIn('plain');
    await getData(cookie).expect(200);
    await age();
    const refused = await getData(cookie).set('Router-Prefetch', 'page').expect(409);
    expect(JSON.parse(refused.text)).toMatchObject({ url: '/issues' });
    const asked = await visitors
      .submit('/account', 'rename', cookie)
      .set('Action', 'rename')
      .send({ name: 'Countess' })
      .expect(409);
    await getData(cookie).expect(409);
    // A search form without scripts could have led here, but for the cookie of the answer.
    const search = visitors.get('/issues?query=is%3Aopen', toCookies(cookie, asked));
    const back = await goOn(await search.set('Sec-Fetch-Site', 'same-origin').expect(303), cookie);
    expect(await isFresh()).toBe(true);
    expect((await visitors.get('/account', back.cookie)).text).not.toContain('Countess');
    await getData(cookie).expect(200);
  });

  it('is checked by the browser without a refresh token, not after a form without scripts', async () => {
    const { cookie, age, isFresh, goOn, list } = await signIn('plain');
    await age();
    await visitors.submit('/account', 'rename', cookie).send({ name: 'Ada' }).expect(303);
    // A browser would block the redirect of a form to another site.
    await visitors.get('/account', cookie).expect(200);
    await getData(cookie).expect(200);
    await age();
    const [asked, other] = await Promise.all(
      [1, 2].map(() => visitors.get('/issues?query=is%3Aopen', cookie)),
    ).then((answers) => answers.toSorted((one, two) => two.status - one.status));
    expect(other?.status).toBe(200);
    const address = new URL(asked?.headers['location'] ?? '');
    expect(address.origin).toBe(plain.issuer);
    expect(address.searchParams.get('prompt')).toBe('none');
    const back = await goOn(asked!, cookie);
    expect(back.answer.headers['location']).toBe('/issues?query=is%3Aopen');
    expect(await isFresh()).toBe(true);
    expect(await list()).toHaveLength(1);
    await visitors.get('/issues', cookie).expect(200);
  });

  it('ends, and leaves the tokens, when nobody is signed in at the provider', async () => {
    const { cookie, age, goOn, atProvider, session } = await signIn('plain');
    await age();
    atProvider.clear();
    const userId = session!.userId;
    await makeToken(userId);
    const back = await goOn(await visitors.get('/issues', cookie).expect(303), cookie);
    expect(back.answer.headers['location']).toBe('/sign-in?to=%2Fissues');
    const page = await visitors.get('/sign-in?to=/issues', back.cookie).expect(200);
    expect(shownOf(page.text)).toContain('plain does not know you any more. Sign in again.');
    await visitors.get('/account', cookie).expect(401);
    expect(await renderer.stores.tokens.list(userId)).toHaveLength(1);
  });

  it('ends when the browser is signed in at the provider as somebody else', async () => {
    const { cookie, age, goOn, atProvider } = await signIn('plain');
    const other = await signIn('plain');
    await age();
    for (const [name, value] of other.atProvider) atProvider.set(name, value);
    await goOn(await visitors.get('/issues', cookie).expect(303), cookie);
    await visitors.get('/account', cookie).expect(401);
    await visitors.get('/account', other.cookie).expect(200);
  });

  it.each(['rotating', 'plain'] as const)(
    'has a day when the provider %s is away, and ends after it',
    async (slug) => {
      const provider = { rotating, plain }[slug];
      const { cookie, age, find } = await signIn(slug);
      await age();
      const away = { provider: slug, name: slug, issuer: provider.issuer, clientId: 'unknown' };
      await renderer
        .send('owner', '/settings/providers', 'change', { ...away, clientSecret: 'x' })
        .expect(303);
      provider.hang(true);
      await visitors.get('/issues', cookie).expect(200);
      expect((await find())?.dueSinceMs).toBeGreaterThan(Date.now() - 60_000);
      await age(Date.now() - DAY_MS + 60_000);
      await getData(cookie).expect(slug === 'plain' ? 409 : 200);
      await age(Date.now() - DAY_MS);
      await visitors.get('/account', cookie).expect(401);
      expect(await find()).toBeUndefined();
      provider.hang(false);
    },
  );
});
