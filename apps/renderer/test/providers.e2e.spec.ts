import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { hold } from '../../../test/support/hold.ts';
import { passThrough, startIdentityProvider } from './support/identity-provider.ts';
import { signIn } from './support/people.ts';
import { startPeopledRenderer } from './support/peopled-renderer.ts';
import { shownOf } from './support/shown.ts';
import { startSpecRenderer } from './support/spec-renderer.ts';
import { toCookies } from './support/to-cookies.ts';
import { cookieOf, OWN, visitorsOf } from './support/visitors.ts';

const REDIRECT = `${OWN}/sign-in/callback/acme`;
const HERE = '/settings/providers';
const PASSWORD = 'correct horse battery staple';
const NEXT = 'another horse battery';
const EVE = { sub: 'eve-1', email: 'eve@example.org', email_verified: true, name: 'Eve' };

describe('a provider of OpenID Connect', () => {
  const provider = hold(() => startIdentityProvider(REDIRECT));
  const renderer = hold(() => startPeopledRenderer({ SMTP_URL: 'smtp://localhost:1' }));
  const visitors = visitorsOf(renderer);

  beforeAll(async () => {
    const { issuer, clientId, clientSecret } = provider;
    const fields = {
      slug: 'acme',
      name: 'Acme',
      issuer,
      clientId,
      clientSecret,
      domains: 'example.org',
    };
    await renderer.send('owner', HERE, 'add', fields).expect(303);
  });

  afterEach(() => {
    provider.tamper(undefined);
    provider.signWithAnotherKey(false);
    provider.hang(false);
  });

  async function goThrough(query = 'to=/issues', cookie = '') {
    const begun = await visitors.get(`/sign-in/with/acme?${query}`, cookie).expect(303);
    const browser = toCookies(cookie, begun);
    const back = await passThrough(begun.headers['location'] ?? '', REDIRECT);
    const answer = await visitors.get(back, browser);
    return { answer, browser: toCookies(browser, answer), back, before: browser };
  }

  async function findMails(title: string) {
    const due = { nowMs: Date.now(), leaseMs: 1, limit: 99 };
    const mails = (await renderer.stores.deliveries.claim(due)).map(({ delivery }) => delivery);
    return mails.filter((mail) => mail?.message.title.includes(title));
  }

  async function refusalOf(answer: { headers: Record<string, string> }, browser = '') {
    expect(answer.headers['location']).toMatch(/^\/sign-in\?to=/);
    const cookies = toCookies(browser, answer);
    let page = await visitors.get(answer.headers['location'] ?? '', cookies);
    // When the visitor is signed in, the sign-in page has redirected them.
    if (page.status === 303) page = await visitors.get('/issues', cookies);
    expect(page.status).toBe(200);
    return shownOf(page.text);
  }

  it('is a link on the sign-in page, and leads to the provider with PKCE', async () => {
    const page = await visitors.get('/sign-in?to=/issues').expect(200);
    expect(shownOf(page.text)).toMatch(
      /<a [^>]*href="\/sign-in\/with\/acme\?to=%2Fissues"[^>]*>Sign in with Acme</,
    );
    const begun = await visitors.get('/sign-in/with/acme?to=/issues').expect(303);
    const address = new URL(begun.headers['location'] ?? '');
    expect(address.origin).toBe(provider.issuer);
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: REDIRECT,
      scope: 'openid profile email',
    });
    expect(cookieOf(begun)).not.toContain(address.searchParams.get('state'));
    await visitors.get('/sign-in/with/another').expect(404);
  });

  it('lets a person in by a verified address of an allowed domain, and knows them later', async () => {
    provider.be(EVE);
    const first = await goThrough();
    expect(first.answer.headers['location']).toBe('/issues');
    const account = await visitors.get('/account', first.browser).expect(200);
    expect(shownOf(account.text)).toContain('· Acme ·');
    const user = await renderer.stores.users.findByEmail('eve@example.org');
    expect(user).toMatchObject({ name: 'Eve', isOwner: false });
    const lines = await renderer.stores.audit.list({ what: 'person.admitted', limit: 9 });
    expect(lines).toMatchObject([{ byUserId: user?.id, target: String(user?.id), to: 'Acme' }]);
    provider.be({ ...EVE, email: 'other@elsewhere.example' });
    const second = await goThrough();
    expect(second.answer.headers['location']).toBe('/issues');
    const again = await renderer.stores.identities.listOf(user?.id ?? 0);
    expect(again).toMatchObject([{ address: 'other@elsewhere.example' }]);
    const list = await visitors.get('/issues', second.browser).expect(200);
    expect(shownOf(list.text)).toContain('Ask an owner (owner) to add you to one.');
    expect(await findMails('waits')).toMatchObject([
      {
        destination: { address: 'owner@example.org' },
        message: {
          title: 'Eve waits for a project in Errata',
          lines: [
            expect.stringContaining('signed in with Acme'),
            expect.anything(),
            expect.anything(),
          ],
        },
      },
    ]);
  });

  it.each([
    [
      'of another domain',
      { ...EVE, sub: 'x1', email: 'eve@elsewhere.example' },
      'There is no account for',
    ],
    [
      'without verification',
      { ...EVE, sub: 'x2', email: 'owner@example.org', email_verified: false },
      'says that owner@example.org is not verified',
    ],
    [
      'without a domain',
      { sub: 'x4', email: 'eve', email_verified: true },
      'sends no usable email address',
    ],
  ])('lets nobody in by an email address %s', async (_, person, sentence) => {
    provider.be(person);
    const { answer } = await goThrough();
    expect(await refusalOf(answer)).toContain(sentence);
    expect(
      await renderer.stores.identities.find({ issuer: provider.issuer, subject: person.sub }),
    ).toBeUndefined();
  });

  it.each([
    [
      'for another audience',
      (claims: object) => ({ ...claims, aud: 'another' }),
      'is not for this sign-in',
    ],
    [
      'of another issuer',
      (claims: object) => ({ ...claims, iss: 'https://evil.example' }),
      'is not for this sign-in',
    ],
    [
      'with another nonce',
      (claims: object) => ({ ...claims, nonce: 'another' }),
      'is not for this sign-in',
    ],
    ['that has expired', (claims: object) => ({ ...claims, exp: nowS() - 120 }), 'too old'],
    [
      'of a clock five minutes ahead',
      (claims: object) => ({ ...claims, iat: nowS() + 300 }),
      'clocks',
    ],
    [
      'of a clock five minutes behind',
      (claims: object) => ({ ...claims, iat: nowS() - 300 }),
      'clocks',
    ],
  ])('is refused when it sends a token %s', async (_, change, sentence) => {
    provider.be(EVE);
    provider.tamper(change);
    const { answer, browser } = await goThrough();
    expect(await refusalOf(answer)).toContain(sentence);
    await visitors.get('/account', browser).expect(401);
  });

  it('is refused when it sends a token that another key has signed', async () => {
    provider.be(EVE);
    provider.signWithAnotherKey(true);
    const { answer } = await goThrough();
    expect(await refusalOf(answer)).toContain('is not signed by its keys');
  });

  it('gives an answer that works once, and only in the browser that asked', async () => {
    provider.be(EVE);
    const { back, before, browser } = await goThrough();
    expect(await refusalOf(await visitors.get(back, browser), browser)).toContain(
      'was used already',
    );
    // The earlier cookie still belongs to the sign-in, but the provider knows that the code was
    // used.
    expect(await refusalOf(await visitors.get(back, before), before)).toContain('was used already');
    expect(await refusalOf(await visitors.get(back))).toContain('Begin anew');
    const forged = back.replace(/state=[^&]+/, 'state=another');
    const begun = await visitors.get('/sign-in/with/acme?to=/issues').expect(303);
    const answer = await visitors.get(forged, cookieOf(begun));
    expect(answer.headers['location']).toMatch(/^\/sign-in\?to=/);
  });

  it('is reported as away when it does not answer, and the password still signs in', async () => {
    const { issuer, clientId, clientSecret } = provider;
    const gone = {
      slug: 'gone',
      name: 'Gone',
      issuer: 'http://localhost:9',
      clientId,
      clientSecret,
    };
    await renderer.send('owner', HERE, 'add', gone).expect(303);
    const unreachable = await visitors.get('/sign-in/with/gone?to=/issues').expect(303);
    expect(await refusalOf(unreachable)).toContain('it cannot be reached');
    await renderer.send('owner', HERE, 'remove', { provider: 'gone' }).expect(303);
    const slow = { slug: 'slow', name: 'Slow', issuer, clientId, clientSecret };
    await renderer.send('owner', HERE, 'add', slow).expect(303);
    provider.hang(true);
    const hung = await visitors.get('/sign-in/with/slow?to=/issues').expect(303);
    expect(await refusalOf(hung)).toContain('it did not answer in time');
    const credentials = { email: 'owner@example.org', password: PASSWORD };
    await visitors.submit('/sign-in', 'sign-in').send(credentials).expect(303);
    provider.hang(false);
    await renderer.send('owner', HERE, 'remove', { provider: 'slow' }).expect(303);
  });

  it('starts no sign-in at the request of another site', async () => {
    const asked = await visitors
      .get('/sign-in/with/acme?to=/issues', renderer.cookieOf('viewer'))
      .set('Sec-Fetch-Site', 'cross-site')
      .expect(303);
    expect(asked.headers['location']).toBe('/sign-in?to=%2Fissues');
    expect(asked.headers['set-cookie']).toBeUndefined();
  });

  it.each(['/.well-known/openid-configuration', '?tenant=x'])(
    'is refused when its issuer ends with %s, which could name any issuer',
    async (end) => {
      const { issuer, clientId, clientSecret } = provider;
      const evil = { slug: 'evil', name: 'Evil', issuer: issuer + end, clientId, clientSecret };
      const { text } = await renderer.send('owner', HERE, 'add', evil).expect(422);
      expect(shownOf(text)).toContain('This is not the issuer of a provider');
    },
  );

  describe('a provider for an existing account', () => {
    const MEMBER = { sub: 'member-1', email: 'member@example.org', email_verified: true };

    const link = (browser: string, id: string, password = PASSWORD) =>
      visitors.submit('/sign-in/link', 'link', browser).send({ id, password });
    const idIn = (text: string) => /name="id" value="([^"]+)"/.exec(text)?.[1] ?? '';

    it('asks for the account’s password once, and never trusts the address alone', async () => {
      provider.be(MEMBER);
      const { answer, browser } = await goThrough('to=/feedback');
      expect(answer.headers['location']).toBe('/sign-in/link');
      await visitors.get('/account', browser).expect(401);
      const page = await visitors.get('/sign-in/link', browser).expect(200);
      expect(shownOf(page.text)).toContain('Acme knows you as member@example.org.');
      const id = idIn(page.text);
      await link(browser, id, 'not the password').expect(422);
      const done = await link(browser, id).expect(303);
      expect(done.headers['location']).toBe('/feedback');
      const [noted] = await renderer.stores.audit.list({ what: 'person.linked', limit: 1 });
      expect(noted).toMatchObject({ byUserId: renderer.idOf('member'), to: 'Acme' });
      const again = await goThrough('to=/feedback');
      expect(again.answer.headers['location']).toBe('/feedback');
    });

    it('links no account that another tab has begun to link', async () => {
      provider.be({ sub: 'viewer-1', email: 'viewer@example.org', email_verified: true });
      const own = await goThrough();
      const id = idIn((await visitors.get('/sign-in/link', own.browser)).text);
      provider.be({ sub: 'mallory', email: 'viewer@example.org', email_verified: true });
      const forced = await goThrough('to=/issues', own.browser);
      const { text } = await link(forced.browser, id).expect(422);
      expect(shownOf(text)).toContain('Another tab began to link another account.');
      expect(await renderer.stores.identities.listOf(renderer.idOf('viewer'))).toEqual([]);
    });

    it('is linked by a signed-in person with any address in place of a former one, and unlinked', async () => {
      provider.be({ sub: 'admin-1', email: 'private@elsewhere.example' });
      const { issuer } = provider;
      const former = { issuer, subject: 'admin-0', userId: renderer.idOf('admin'), groups: [] };
      await renderer.stores.identities.link({ ...former, linkedAtMs: 0 });
      const before = await renderer.get('admin', '/account/providers').expect(200);
      expect(shownOf(before.text)).toMatch(/Acme.*since <time/s);
      const cookie = renderer.cookieOf('admin');
      const { answer, browser } = await goThrough('to=/account/providers&link=on', cookie);
      expect(answer.headers['location']).toBe('/sign-in/link');
      const asked = await visitors.get('/sign-in/link', browser);
      const replaced = 'the account that was linked on 1970-01-01';
      expect(shownOf(asked.text)).toContain(`It takes the place of ${replaced}, whose`);
      const id = idIn(asked.text);
      const done = toCookies(browser, await link(browser, id).expect(303));
      const page = await visitors.get('/account/providers', done).expect(200);
      expect(shownOf(page.text)).toMatch(/Acme.*private@elsewhere\.example.*Unlink/s);
      expect(shownOf(page.text)).not.toContain('since <time');
      const lined = `: private@elsewhere.example in place of ${replaced}.`;
      const told = (await findMails('linked with Acme')).map((mail) => mail?.message.lines[0]);
      expect(told).toContainEqual(expect.stringContaining(lined));
      await visitors
        .submit('/account/providers', 'unlink', done)
        .send({ issuer })
        .expect(303)
        .expect('Location', '/sign-in');
      await visitors.get('/account', done).expect(401);
      expect(await renderer.stores.identities.listOf(renderer.idOf('admin'))).toEqual([]);
      const lines = await renderer.stores.audit.list({ what: 'person.unlinked', limit: 9 });
      expect(lines).toMatchObject([{ byUserId: renderer.idOf('admin'), from: 'Acme' }]);
    });

    it('sets cookies that fit even for a person with many groups', async () => {
      const groups = Array.from({ length: 300 }, (_, at) => `00000000-0000-0000-0000-${at}`);
      provider.be({ sub: 'viewer-2', email: 'viewer@example.org', email_verified: true, groups });
      const { answer } = await goThrough();
      const sizes = (answer.headers['set-cookie'] as unknown as string[]).map(
        (each) => each.length,
      );
      expect(Math.max(...sizes)).toBeLessThan(4096);
    });

    it('is not linked with an identity of another account, and the visitor stays the same', async () => {
      provider.be(MEMBER);
      const cookie = renderer.cookieOf('viewer');
      const { answer, browser } = await goThrough('to=/account/providers&link=on', cookie);
      const page = await visitors.get('/issues', browser).expect(200);
      expect(shownOf(page.text)).toContain('Another account is linked with it already.');
      expect(answer.headers['location']).toMatch(/^\/sign-in/);
      const own = await visitors.get('/account', browser).expect(200);
      expect(shownOf(own.text)).toContain('viewer@example.org');
    });

    it('lets nobody in with a disabled account', async () => {
      const { stores, idOf } = renderer;
      await stores.users.disable(idOf('member'));
      provider.be(MEMBER);
      const { answer } = await goThrough();
      expect(await refusalOf(answer)).toContain('Your account is disabled.');
      await stores.users.enable(idOf('member'));
    });
  });

  describe('a provider that says nothing of whether addresses are verified', () => {
    const ZED = { sub: 'zed', email: 'zed@silent.example' };
    const save = (fields: Readonly<Record<string, string>>) =>
      renderer.send('owner', HERE, 'change', {
        provider: 'acme',
        name: 'Acme',
        issuer: provider.issuer,
        clientId: provider.clientId,
        clientSecret: '',
        domains: 'example.org',
        ...fields,
      });

    it('lets in whoever follows the link of an invitation for the address', async () => {
      provider.be(ZED);
      expect(await refusalOf((await goThrough()).answer)).toContain(
        'does not say whether zed@silent.example is yours',
      );
      const invite = { email: ZED.email, role: 'viewer', 'projects[]': ['web'] };
      const { text } = await renderer
        .send('owner', '/settings/people', 'invite', invite)
        .expect(200);
      const [path = ''] = /\/invitations\/[\w-]{43}/.exec(text) ?? [];
      const query = `to=${encodeURIComponent(path)}`;
      provider.be({ ...ZED, sub: 'other', email: 'other@silent.example' });
      expect(await refusalOf((await goThrough(query)).answer)).toContain('is yours');
      // Authentik's stock mapping sends this to everybody, and the link proves the address.
      provider.be({ ...ZED, email_verified: false });
      expect((await goThrough(query)).answer.headers['location']).toBe('/');
    });

    it('lets people of its domains in when an owner says that its addresses are verified', async () => {
      const trusted = { trustsAddresses: 'on', domains: 'example.org, silent.example' };
      const { text } = await save({ ...trusted, domains: '' }).expect(422);
      expect(shownOf(text)).toContain('Enter the domains whose addresses count as verified.');
      await save(trusted).expect(303);
      provider.be({ sub: 'yan', email: 'yan@silent.example' });
      expect((await goThrough()).answer.headers['location']).toBe('/issues');
      provider.be({ sub: 'xia', email: 'xia@elsewhere.example' });
      expect(await refusalOf((await goThrough()).answer)).toContain('is yours');
      provider.be({ sub: 'wim', email: 'wim@silent.example', xms_edov: false });
      expect(await refusalOf((await goThrough()).answer)).toContain('is not verified');
      await save({}).expect(303);
    });
  });

  it('accepts an invitation only for the invited address', async () => {
    const invite = { email: 'zoe@elsewhere.example', role: 'viewer', 'projects[]': ['web'] };
    const { text } = await renderer.send('owner', '/settings/people', 'invite', invite).expect(200);
    const [, token] = /invitations\/([\w-]{43})/.exec(text) ?? [];
    const query = `to=${encodeURIComponent(`/invitations/${token}`)}`;
    const page = await visitors.get(`/invitations/${token}`).expect(200);
    expect(shownOf(page.text)).toContain(`href="/sign-in/with/acme?${query}"`);
    provider.be({ sub: 'someone', email: 'someone@elsewhere.example', email_verified: true });
    const other = await goThrough(query);
    expect(await refusalOf(other.answer)).toContain('The invitation is for another address');
    provider.be({ sub: 'zoe', email: 'zoe@elsewhere.example', email_verified: true });
    const { answer, browser } = await goThrough(query);
    expect(answer.headers['location']).toBe('/');
    await visitors.get('/settings/projects', browser).expect(200);
    const zoe = await renderer.stores.users.findByEmail('zoe@elsewhere.example');
    expect(await renderer.stores.memberships.findRole(zoe?.id ?? 0, 1)).toBe('viewer');
  });

  it('gives the roles of groups at each sign-in, and never removes the last owner', async () => {
    const { send, stores, idOf } = renderer;
    const group = (name: string, role: string, projects: string[] = []) =>
      send('owner', HERE, 'add-group', {
        provider: 'acme',
        group: name,
        role,
        'projects[]': projects,
      });
    await group('dev', 'member', ['other']).expect(303);
    await group('root', 'owner').expect(303);
    const eve = (await stores.users.findByEmail('eve@example.org'))?.id ?? 0;
    const roleOfEve = () => stores.memberships.findRole(eve, 2);
    provider.be({ ...EVE, groups: ['dev'] });
    await goThrough();
    expect(await roleOfEve()).toBe('member');
    provider.be({ ...EVE, groups: ['root'] });
    await goThrough();
    expect(await roleOfEve()).toBeUndefined();
    expect(await stores.users.find(eve)).toMatchObject({ isOwner: true });
    provider.be({ ...EVE, groups: [] });
    await goThrough();
    expect(await stores.users.find(eve)).toMatchObject({ isOwner: false });
    expect(await stores.users.find(idOf('owner'))).toMatchObject({ isOwner: true });
    const [noted] = await stores.audit.list({ what: 'person.groups', limit: 1 });
    expect(noted).toMatchObject({ target: String(eve), from: 'root' });
    for (const { id } of await stores.providers.listGroups(1)) {
      await send('owner', HERE, 'remove-group', { provider: 'acme', group: String(id) }).expect(
        303,
      );
    }
  });

  it('may be the only way in, except for the first owner', async () => {
    const { send } = renderer;
    await send('owner', HERE, 'passwords').expect(303);
    const refused = await visitors
      .submit('/sign-in', 'sign-in')
      .send({ email: 'member@example.org', password: PASSWORD })
      .expect(422);
    expect(shownOf(refused.text)).toContain('The email or the password is wrong.');
    expect(shownOf(refused.text)).toContain('The first owner, in an emergency');
    const stranger = await visitors.get('/issues').expect(401);
    expect(shownOf(stranger.text)).toContain('Sign in with a provider');
    const emergency = (person: string) =>
      visitors
        .submit('/sign-in', 'sign-in')
        .send({ email: `${person}@example.org`, password: PASSWORD });
    await emergency('owner').expect(303);
    const account = await renderer.get('viewer', '/account').expect(200);
    expect(account.text).not.toContain('unlinkProviders');
    const { users } = renderer.stores;
    await users.setOwner(renderer.idOf('admin'), true);
    await users.setOwner(renderer.idOf('owner'), false);
    await emergency('owner').expect(422);
    await emergency('admin').expect(303);
    await users.setOwner(renderer.idOf('owner'), true);
    await users.setOwner(renderer.idOf('admin'), false);
    const last = await send('owner', HERE, 'remove', { provider: 'acme' }).expect(422);
    expect(shownOf(last.text)).toContain('It is the only way in.');
    await send('owner', HERE, 'passwords', { passwords: 'on' }).expect(303);
  });

  it('leads a person with an account on to the invitation', async () => {
    const invite = { email: 'eve@example.org', role: 'admin', 'projects[]': ['web'] };
    const { text } = await renderer.send('owner', '/settings/people', 'invite', invite).expect(200);
    const [path = ''] = /\/invitations\/[\w-]{43}/.exec(text) ?? [];
    provider.be(EVE);
    const { answer, browser } = await goThrough(`to=${encodeURIComponent(path)}`);
    expect(answer.headers['location']).toBe(path);
    await visitors.submit(path, 'accept', browser).expect(303);
  });

  it('is tried step by step, and its secret is never shown', async () => {
    const { send } = renderer;
    const right = await send('owner', HERE, 'try', { provider: 'acme' }).expect(200);
    expect(shownOf(right.text)).toMatch(
      /✓ Metadata.*✓ Keys: There is 1 key.*✓ Client id and secret/s,
    );
    const wrong = {
      name: 'Acme',
      issuer: provider.issuer,
      clientId: 'errata',
      clientSecret: 'wrong',
    };
    await send('owner', HERE, 'change', {
      provider: 'acme',
      ...wrong,
      domains: 'example.org',
    }).expect(303);
    const refused = await send('owner', HERE, 'try', { provider: 'acme' }).expect(200);
    expect(shownOf(refused.text)).toContain(
      'It does not know this Errata by the client id and secret',
    );
    const shown = await renderer.get('owner', HERE);
    expect(shown.text).not.toContain('wrong');
  });

  it('is named at the removal of a person whom its domains would let back in', async () => {
    const page = shownOf((await renderer.get('owner', '/settings/people').expect(200)).text);
    expect(page).toContain(
      'because Acme lets in everybody of their domain. Disabled, they cannot.',
    );
    expect(page).toContain('Disable instead');
    expect(page).toContain('A provider signs them in.');
  });

  it('is tried without a byte of what an address answers, and without one inside the network', async () => {
    const answers: Record<string, string> = {};
    const server = createServer((request, response) => {
      response.writeHead(answers[request.url ?? ''] ? 200 : 404, {
        'Content-Type': 'application/json',
      });
      response.end(answers[request.url ?? ''] ?? 'TOP!SECRET');
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
    const { clientId, clientSecret } = provider;
    const odd = { slug: 'odd', name: 'Odd', issuer, clientId, clientSecret };
    await renderer.send('owner', HERE, 'add', odd).expect(303);
    const said = { issuer, authorization_endpoint: `${issuer}/a`, token_endpoint: `${issuer}/t` };
    const tryIt = async (description?: object): Promise<string> => {
      answers['/.well-known/openid-configuration'] = description
        ? JSON.stringify({ ...said, ...description })
        : 'TOP!SECRET';
      const { text } = await renderer.send('owner', HERE, 'try', { provider: 'odd' }).expect(200);
      // No nonce or name of a script has an exclamation mark.
      expect(text).not.toMatch(/TOP!|!SECRET/);
      return shownOf(text);
    };
    expect(await tryIt()).toContain('✗ Metadata: Its answer does not follow OpenID Connect.');
    expect(await tryIt({ jwks_uri: 'http://127.0.0.1:1/keys' })).toContain(
      '✗ Keys: It leads to an address that is neither its own nor on the public network.',
    );
    const keys = { jwks_uri: `${issuer}/keys`, claims_supported: ['sub', 'email'] };
    expect(await tryIt(keys)).toMatch(/✗ Keys: [^<]*The status is 404\./);
    answers['/keys'] = JSON.stringify({ keys: [{}] });
    expect(await tryIt(keys)).toMatch(
      /✗ Client id and secret: Its answer.*✗ Addresses: [^<]*email_verified[^<]*“Its addresses are verified”/s,
    );
    await renderer.send('owner', HERE, 'remove', { provider: 'odd' }).expect(303);
    await new Promise((resolve) => server.close(resolve));
  });

  it('has a callback of its own, which its form shows before it is saved', async () => {
    const page = shownOf((await renderer.get('owner', HERE).expect(200)).text);
    expect(page).toContain(`${OWN}/sign-in/callback/acme`);
    expect(page).toContain(`${OWN}/sign-in/callback/sso`);
    const { issuer, clientId } = provider;
    const again = { slug: 'acme', name: 'Again', issuer, clientId, clientSecret: 'x' };
    const { text } = await renderer.send('owner', HERE, 'add', again).expect(422);
    expect(shownOf(text)).toContain('Another provider has this name in addresses.');
    await renderer.send('owner', HERE, 'add', { ...again, slug: 'environment' }).expect(422);
  });

  it.each([
    ['change-password', { current: PASSWORD, next: NEXT }, { current: NEXT, next: PASSWORD }],
    ['end-other-sessions', {}, {}],
  ])('is unlinked with %s, if that stays ticked', async (action, unticked, fields) => {
    const { stores, idOf } = renderer;
    const userId = idOf('viewer');
    const own = { issuer: provider.issuer, subject: action, userId, linkedAtMs: 0, groups: [] };
    await stores.identities.link(own);
    const submit = async (sent: object) => {
      const { cookie } = await signIn(stores, userId);
      const { text } = await visitors.get('/account', cookie).expect(200);
      expect(shownOf(text)).toMatch(/name="unlinkProviders"[^>]* checked/);
      await visitors.submit('/account', action, cookie).send(sent).expect(303);
      return stores.identities.listOf(userId);
    };
    expect(await submit(unticked)).toHaveLength(1);
    expect(await submit({ ...fields, unlinkProviders: 'on' })).toEqual([]);
  });

  it('is unlinked when an owner signs a person out, but only with a password, and with a reset', async () => {
    const { send, stores } = renderer;
    const userId = (await stores.users.findByEmail(EVE.email))?.id ?? 0;
    const user = String(userId);
    const ticked = { user, unlinkProviders: 'on' };
    await send('owner', '/settings/people', 'end-sessions', ticked).expect(303);
    const list = () => stores.identities.listOf(userId);
    const linked = await list();
    expect(linked).toHaveLength(1);
    const made = await send('owner', '/settings/people', 'make-reset-link', { user }).expect(200);
    const [path = ''] = /\/password-reset\/[\w.-]+/.exec(made.text) ?? [];
    expect((await visitors.get(path).expect(200)).text).toContain('Unlink your providers, too');
    const fields = { password: NEXT, unlinkProviders: 'on' };
    await visitors.submit(path, 'reset-password').send(fields).expect(303);
    expect(await list()).toEqual([]);
    await stores.identities.link({ ...linked[0]!, userId });
    await send('owner', '/settings/people', 'end-sessions', ticked).expect(303);
    expect(await list()).toEqual([]);
    const [line] = await stores.audit.list({ what: 'person.unlinked', limit: 1 });
    expect(line).toMatchObject({ byUserId: renderer.idOf('owner'), target: user });
  });

  it('is not asked for more and more made-up codes, which hold no password back', async () => {
    const begun = await visitors.get('/sign-in/with/acme?to=/issues').expect(303);
    const cookie = cookieOf(begun);
    const state = new URL(begun.headers['location'] ?? '').searchParams.get('state') ?? '';
    let held = 0;
    for (let code = 0; code < 60 && held === 0; code += 1) {
      const query = new URLSearchParams({ code: `made up ${code}`, state, iss: provider.issuer });
      const answer = await visitors.get(`/sign-in/callback/acme?${String(query)}`, cookie);
      if ((await refusalOf(answer)).includes('There were too many attempts.')) held += 1;
    }
    expect(held).toBeGreaterThan(0);
    const credentials = { email: 'owner@example.org', password: PASSWORD };
    await visitors.submit('/sign-in', 'sign-in').send(credentials).expect(303);
  });
});

it('a provider of OpenID Connect lets nobody in before there is an owner', async () => {
  const renderer = await startSpecRenderer({
    OIDC_ISSUER: 'http://localhost:1',
    OIDC_CLIENT_ID: 'errata',
    OIDC_CLIENT_SECRET: 'secret',
    OIDC_ALLOWED_DOMAINS: 'example.org',
  });
  const visitors = visitorsOf(renderer);
  for (const path of [
    '/sign-in/with/environment',
    '/sign-in/callback/environment?code=x&state=y',
  ]) {
    await visitors.get(path).expect(303).expect('Location', '/setup');
  }
  const eve = { email: 'eve@example.org', emailKey: 'eve@example.org', passwordHash: '' };
  expect(await renderer.stores.users.create(eve, 0)).toBeUndefined();
  await renderer.end();
});

function nowS(): number {
  return Math.floor(Date.now() / 1000);
}
