import { beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { formatRouterState } from '#shared';
import { hold } from '../../../test/support/hold.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { signIn } from './support/people.ts';
import { shownOf } from './support/shown.ts';
import { startSpecRenderer } from './support/spec-renderer.ts';
import { toCookies } from './support/to-cookies.ts';
import { cookieOf, OWN, tokenOf, visitorsOf } from './support/visitors.ts';

const PASSWORD = 'correct horse battery staple';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const ADA = { email: 'ada@example.org', password: PASSWORD };

/** The mark of a visitor who is not signed in. */
const ONLY_MARK: unknown = expect.stringMatching(/^page-visitor=/);

describe('an Errata without an owner', () => {
  const renderer = hold(startSpecRenderer);
  const visitors = visitorsOf(renderer);

  it('shows no page without the set-up link from the log, and says how to find the link', async () => {
    for (const path of ['/issues', '/issues/1', '/account']) {
      const { text } = await visitors.get(path).expect(401);
      expect(shownOf(text)).toMatch(/<h1[^]*Errata has no owner yet/);
      expect(shownOf(text)).toContain('docker compose logs renderer');
      expect(shownOf(text)).not.toContain('name="password"');
    }
    const { text } = await visitors.get('/setup').expect(200);
    expect(shownOf(text)).toContain('docker compose logs renderer');
    await visitors.get('/sign-in?to=/issues').expect(303).expect('Location', '/setup');
  });

  it('answers a browser that opened the set-up link, and says that Errata has no owner', async () => {
    const token = tokenOf(renderer);
    const opened = await visitors.get(`/setup?token=${token}`).expect(200);
    expect(opened.headers['set-cookie']).toEqual([
      `errata-setup=${token}; Path=/; HttpOnly; SameSite=Lax`,
      expect.stringMatching(/^page-visitor=/),
    ]);
    const { text } = await visitors.get('/issues', cookieOf(opened)).expect(200);
    expect(text).toContain('Errata has no owner yet');
    const again = await visitors.get('/setup', cookieOf(opened)).expect(200);
    expect(text).toContain('href="/setup"');
    expect(again.text).not.toContain('href="/setup"');
    await visitors.submit('/setup', 'set-up', cookieOf(opened)).send(ADA).expect(422);
  });

  it('answers 401 to a browser whose set-up link has a wrong token', async () => {
    for (const token of ['guess', '', `${tokenOf(renderer)}x`]) {
      const opened = await visitors.get(`/setup?token=${token}`).expect(200);
      expect(opened.headers['set-cookie']).toEqual([expect.stringMatching(/^page-visitor=/)]);
      await visitors.get('/issues', `errata-setup=${token}`).expect(401);
    }
  });

  // An nginx without special settings on the same machine passes on a stranger's requests like this.
  it('refuses a set-up without the token from a browser that seems to be on this machine', async () => {
    const { text, headers } = await supertest(renderer.app.getHttpServer())
      .post('/setup?_action=set-up')
      .set({ Accept: 'text/html', Host: 'localhost:3000', Origin: OWN })
      .set('X-Forwarded-For', '127.0.0.1')
      .type('form')
      .send({ ...ADA, token: 'guess' })
      .expect(422);
    expect(text).toContain('open the link that it printed when it started');
    expect(headers['set-cookie']).toEqual([ONLY_MARK]);
    expect(await renderer.stores.users.list({ limit: 10 })).toEqual([]);
  });
});

describe('the first owner', () => {
  const renderer = hold(startSpecRenderer);
  const visitors = visitorsOf(renderer);
  let cookie: string;

  beforeAll(async () => {
    const answer = await visitors
      .submit('/setup', 'set-up')
      .send({ ...ADA, name: 'Ada', token: tokenOf(renderer) })
      .expect(303)
      .expect('Location', '/start');
    cookie = cookieOf(answer);
  });

  it('closes the console to everybody else', async () => {
    for (const path of ['/issues', '/issues/1', '/account']) {
      const { text } = await visitors.get(path).expect(401);
      expect(text).toContain('name="password"');
      expect(text).not.toContain('aria-label="Main"');
    }
    const { text } = await visitors.get('/no-such-page').expect(404);
    expect(text).not.toContain('aria-label="Main"');
    expect(text).not.toContain('Ada');
    await visitors.get('/setup').expect(303).expect('Location', '/sign-in');
  });

  it('page data for a signed-out visitor is a 401 with the sign-in view', async () => {
    const { status, text } = await visitors
      .get('/issues')
      .set('Router-State', formatRouterState('another', []));
    // The server refuses a router state of another build before it runs a loader.
    expect(status).toBe(409);
    const build = (JSON.parse(text) as { build: string }).build;
    const answer = await visitors
      .get('/issues')
      .set('Router-State', formatRouterState(build, []))
      .expect(401);
    expect(answer.text).toContain('accounts/unauthorised.page');
  });

  describe('signing in', () => {
    it('makes a session of a cookie that no script reads, and ends the one before', async () => {
      const { cookie: before } = await signIn(renderer.stores, 1);
      const answer = await visitors
        .submit('/sign-in', 'sign-in', before)
        .set('User-Agent', FIREFOX)
        .send(ADA)
        .expect(303);
      expect(answer.headers['set-cookie']).toEqual([
        expect.stringMatching(
          /^errata=[\w-]{43}; Max-Age=2592000; Path=\/; Expires=.*; HttpOnly; SameSite=Lax$/,
        ),
        expect.stringMatching(/^errata-browser=[\w.-]+; .*Path=\/; .*HttpOnly; SameSite=Lax$/),
        expect.stringMatching(/^page-visitor=/),
      ]);
      await visitors.get('/issues', before).expect(401);
      const { text } = await visitors.get('/account', cookie).expect(200);
      expect(text).toContain('Firefox 140 on Linux');
    });

    it.each([
      ['/issues?before=1-1', '/issues?before=1-1'],
      ['/issues/5#top', '/issues/5#top'],
      ['//evil.example.org', '/'],
      ['/\\evil.example.org', '/'],
      ['https://evil.example.org/', '/'],
      ['/sign-in?to=/issues', '/'],
      ['/.//evil.example.org', '/'],
      ['javascript:alert(1)', '/'],
    ])('sends a visitor who wanted %s to %s', async (to, location) => {
      const path = `/sign-in?to=${encodeURIComponent(to)}`;
      await visitors.get(path, cookie).expect(303).expect('Location', location);
    });

    it('gives the same answer for a wrong password and for an unknown email', async () => {
      const wrong = await visitors
        .submit('/sign-in', 'sign-in')
        .send({ ...ADA, password: 'wrong' })
        .expect(422);
      const nobody = await visitors
        .submit('/sign-in', 'sign-in')
        .send({ email: 'eve@example.org', password: 'wrong' })
        .expect(422);
      expect(wrong.text).toContain('The email or the password is wrong.');
      const faceless = (text: string) =>
        text
          .replaceAll(/nonce="[^"]+"/g, '')
          .replaceAll('eve@', 'ada@')
          .replaceAll(/sentry-trace" content="[^"]+"|baggage" content="[^"]+"/g, '');
      expect(faceless(nobody.text)).toBe(faceless(wrong.text));
      expect(wrong.headers['set-cookie']).toEqual([ONLY_MARK]);
    });

    it('sets a secure cookie that is bound to the host when Errata runs under HTTPS', async () => {
      const secure = await startSpecRenderer({
        DATA_DIR: renderer.dataDir,
        PUBLIC_URL: 'https://localhost/errata',
      });
      const answer = await visitorsOf(secure)
        .submit('/errata/sign-in', 'sign-in')
        .set('Origin', 'https://localhost')
        .send(ADA)
        .expect(303);
      expect(answer.headers['set-cookie']).toEqual([
        expect.stringMatching(/^__Host-errata=.*; Path=\/; .*HttpOnly; Secure; SameSite=Lax$/),
        expect.stringMatching(/^__Host-errata-browser=.*; Path=\/; .*Secure; /),
        expect.stringMatching(/^page-visitor=[\w-]+; Path=\/errata; Secure; SameSite=Lax$/),
      ]);
      await visitorsOf(secure).get('/errata/issues', cookieOf(answer)).expect(200);
      await secure.close();
    });
  });

  describe('the account', () => {
    it('ends one of its other sessions', async () => {
      const other = await signIn(renderer.stores, 1);
      const { text } = await visitors.get('/account', cookie).expect(200);
      const id = /name="session" value="(?<id>\d+)"/.exec(text)?.groups?.['id'];
      await visitors.submit('/account', 'end-session', cookie).send({ session: id }).expect(303);
      await visitors.get('/issues', other.cookie).expect(401);
      await visitors.get('/issues', cookie).expect(200);
      await visitors.submit('/account', 'end-session', cookie).send({ session: id }).expect(404);
      await visitors.submit('/account', 'end-session', cookie).send({ session: 'x' }).expect(422);
    });

    it('refuses a name that is too long, and answers a rename with page data of the new name', async () => {
      await visitors
        .submit('/account', 'rename', cookie)
        .send({ name: 'x'.repeat(101) })
        .expect(422);
      const { text } = await visitors
        .submit('/account', 'rename', cookie)
        .set('Action', 'rename')
        .send({ name: 'Ada Lovelace' })
        .expect(200);
      const { segments } = JSON.parse(text.split('\n')[0] ?? '') as {
        segments: { data: object }[];
      };
      expect(segments.map(({ data }) => data)).toEqual([
        expect.objectContaining({ visitor: 'Ada Lovelace' }),
        {
          sections: [
            { name: 'Account', href: '/account' },
            { name: 'Second factor', href: '/account/second-factor' },
            { name: 'Providers', href: '/account/providers' },
            { name: 'Alerts', href: '/account/alerts' },
            { name: 'Preferences', href: '/account/preferences' },
            { name: 'Tokens', href: '/account/tokens' },
          ],
        },
        expect.objectContaining({ name: 'Ada Lovelace' }),
      ]);
    });

    it('signs out by clearing the cookie and ending the session', async () => {
      const { cookie: mine } = await signIn(renderer.stores, 1);
      const answer = await visitors.submit('/account', 'sign-out', mine).expect(303);
      expect(answer.headers['location']).toBe('/sign-in');
      expect(answer.headers['set-cookie']).toEqual([
        expect.stringMatching(/^errata=; Path=\/; Expires=Thu, 01 Jan 1970/),
        expect.stringMatching(/^page-visitor=/),
      ]);
      await visitors.get('/issues', mine).expect(401);
    });
  });

  describe('an invitation', () => {
    const invite = async (email?: string) => {
      const { createToken } =
        await import('../src/features/people/accounts/sessions/session-token.ts');
      const { token, hash } = createToken();
      await renderer.stores.invitations.create({
        tokenHash: hash,
        ...(email === undefined ? {} : { email }),
        grant: { kind: 'member', role: 'member', projectIds: [1] },
        invitedBy: 1,
        createdAtMs: Date.now(),
        expiresAtMs: Date.now() + 60_000,
      });
      return `/invitations/${token}`;
    };

    it('makes an account with a role, ends the earlier session, and works only once', async () => {
      const { cookie: before } = await signIn(renderer.stores, 1);
      const address = await invite();
      const { text } = await visitors.get(address, before).expect(200);
      expect(text).toContain('As a member of app.');
      expect(text).toContain('Accept as ');
      const bob = { email: 'bob@example.org', password: PASSWORD };
      const answer = await visitors.submit(address, 'accept-as-new', before).send(bob).expect(303);
      await visitors.get('/issues', cookieOf(answer)).expect(200);
      await visitors.get('/issues', before).expect(401);
      await visitors.get(address).expect(404);
      await visitors.submit(address, 'accept-as-new').send(bob).expect(404);
      const lines = await renderer.stores.audit.list({ what: 'person.joined', limit: 9 });
      expect(lines).toMatchObject([{ byUserId: 2, target: '2', projectId: 1, to: 'member' }]);
    });

    it('is offered only under the email for which it was made', async () => {
      const shown = await visitors.get(await invite('erin@example.org'), cookie).expect(200);
      expect(shown.text).toContain('The invitation is for erin@example.org, and you are signed in');
      expect(shown.text).not.toContain('Accept as ');
    });
  });
});

describe('an owner set by environment variables', () => {
  const owner = { ERRATA_OWNER_EMAIL: ADA.email, ERRATA_OWNER_PASSWORD: PASSWORD };

  describe('an Errata with a mail server', () => {
    const NEXT = 'another horse, another battery';
    const renderer = hold(() => startSpecRenderer({ ...owner, SMTP_URL: 'smtp://localhost:2525' }));
    const visitors = visitorsOf(renderer);

    async function takeMails() {
      const { deliveries } = renderer.stores;
      const claimed = await deliveries.claim({ nowMs: Date.now(), leaseMs: 60_000, limit: 20 });
      return claimed.map(({ delivery }) => delivery!);
    }

    it('has its owner from the start, and mails the owner about a sign-in by a new browser', async () => {
      await visitors.get('/issues').expect(401);
      const first = await visitors.submit('/sign-in', 'sign-in').send(ADA).expect(303);
      expect(renderer.product.notices).toEqual([]);
      expect(await takeMails()).toMatchObject([
        {
          destination: { to: 'mail', address: ADA.email },
          message: { title: expect.stringMatching(/^New sign-in to Errata: /) },
        },
      ]);
      await visitors.submit('/sign-in', 'sign-in', cookieOf(first)).send(ADA).expect(303);
      expect(await takeMails()).toEqual([]);
    });

    it('mails the owner about a new token', async () => {
      const { cookie } = await signIn(renderer.stores, 1);
      for (const [path, sentence] of [
        ['/account/tokens', /^The token “a b” of yours was made at 20.* It ends at 20.*\.$/],
        ['/settings/tokens', /^The token “a b” of the organisation .* It never ends\.$/],
      ] as const) {
        const fields = { name: ' a\nb ', 'scopes[]': ['event:read'] };
        await visitors.submit(path, 'make-token', cookie).send(fields).expect(200);
        expect(await takeMails()).toMatchObject([
          {
            destination: { to: 'mail', address: ADA.email },
            message: {
              title: 'A new token for Errata',
              lines: expect.arrayContaining([expect.stringMatching(sentence)]),
              url: `http://localhost:3000${path}`,
            },
          },
        ]);
      }
    });

    it('mails a link by which the owner resets the password, withdraws the tokens and is signed in', async () => {
      const asked = await visitors
        .submit('/forgotten-password', 'ask-reset')
        .send({ email: ADA.email })
        .expect(200);
      const stranger = await visitors
        .submit('/forgotten-password', 'ask-reset')
        .send({ email: 'eve@example.org' })
        .expect(200);
      for (const { text } of [asked, stranger]) expect(text).toContain('a link is on its way');
      const mails: Awaited<ReturnType<typeof takeMails>> = [];
      // Errata writes the link only after it has answered both forms, so that the time of the
      // answer does not tell whether the account exists.
      await eventually('the link', async () => mails.push(...(await takeMails())) > 0);
      expect(mails).toHaveLength(1);
      const { pathname } = new URL(mails[0]!.message.url);
      const page = shownOf((await visitors.get(pathname).expect(200)).text);
      expect(page).toContain(ADA.email);
      expect(page).toMatch(/name="withdrawTokens"[^>]* checked[^]*Withdraw your token, too/);
      const changed = await visitors
        .submit(pathname, 'reset-password')
        .send({ password: NEXT, withdrawTokens: 'on' })
        .expect(303);
      expect(await renderer.stores.tokens.list(1)).toEqual([]);
      await visitors.get('/issues', cookieOf(changed)).expect(200);
      expect(await takeMails()).toMatchObject([
        { message: { title: 'Your password for Errata was changed' } },
      ]);
      const lines = await renderer.stores.audit.list({ what: 'person.password-reset', limit: 9 });
      expect(lines).toMatchObject([{ byUserId: 1 }]);
      const { text } = await visitors.get(pathname).expect(404);
      expect(text).toContain('This link cannot be used');
    });

    it('lets the owner make a password reset link for others, and mails invitations', async () => {
      const { cookie } = await signIn(renderer.stores, 1);
      const bob = { email: 'bob@example.org', emailKey: 'bob@example.org', passwordHash: '' };
      const { id = 0 } = (await renderer.stores.users.create(bob, 1)) ?? {};
      const make = (user: number) =>
        visitors.submit('/settings/people', 'make-reset-link', cookie).send({ user });
      expect((await make(1).expect(422)).text).toContain('run errata reset-link on the server');
      const made = await make(id).expect(200);
      const link = /http:\/\/localhost:3000(?<path>\/password-reset\/[\w.-]+)/.exec(made.text);
      await visitors.get(link?.groups?.['path'] ?? '').expect(200);
      const invited = await visitors
        .submit('/settings/people', 'invite', cookie)
        .send({ email: 'eve@example.org', role: 'owner' })
        .expect(200);
      expect(invited.text).toContain('The link is on its way to eve@example.org by mail, too.');
      expect(await takeMails()).toMatchObject([
        {
          destination: { address: 'eve@example.org' },
          message: { url: expect.stringContaining('/invitations/') },
        },
      ]);
    });

    it('gives the browser that changes the password other cookies, and knows no other one any more', async () => {
      const submit = async (path: string, action: string, cookie: string, fields: object) =>
        toCookies(cookie, await visitors.submit(path, action, cookie).send(fields).expect(303));
      const enter = (password: string, cookie = '') =>
        submit('/sign-in', 'sign-in', cookie, { ...ADA, password });
      const other = await enter(NEXT);
      let own = await enter(NEXT);
      for (const [action, fields] of [
        ['change-password', { current: NEXT, next: PASSWORD }],
        ['end-other-sessions', {}],
      ] as const) {
        const copied = own;
        own = await submit('/account', action, own, fields);
        await visitors.get('/account', copied).expect(401);
        await visitors.get('/account', own).expect(200);
      }
      await takeMails();
      await enter(PASSWORD, own);
      expect(await takeMails()).toEqual([]);
      await enter(PASSWORD, other);
      expect(await takeMails()).toHaveLength(1);
    });
  });

  it('stops the start when ERRATA_OWNER_PASSWORD is a common password', async () => {
    await expect(
      startSpecRenderer({ ...owner, ERRATA_OWNER_PASSWORD: 'password123' }),
    ).rejects.toThrow('ERRATA_OWNER_PASSWORD cannot be used: Many people use this password');
  });
});
