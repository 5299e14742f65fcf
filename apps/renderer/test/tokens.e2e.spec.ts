import { beforeEach, describe, expect, it } from '@jest/globals';
import { hashToken } from '#product/people/tokens';
import supertest from 'supertest';
import { hold } from '../../../test/support/hold.ts';
import { signIn } from './support/people.ts';
import { startPeopledRenderer } from './support/peopled-renderer.ts';
import type { Person } from './support/peopled-renderer.ts';
import { shownOf } from './support/shown.ts';

const OF_ORGANISATION = '/settings/tokens';
const OWN = '/account/tokens';
const DAY_MS = 86_400_000;
const TICKED_BOX = /name="withdrawTokens"[^>]* checked[^]*Withdraw your token, too/;
const ORGANISATION = '/api/0/organizations/errata/';

describe('tokens', () => {
  const renderer = hold(startPeopledRenderer);

  async function make(person: Person, path: string, fields: object = {}): Promise<string> {
    const request = { name: 'ci', 'scopes[]': ['org:ci'], days: '', ...fields };
    const answer = await renderer.send(person, path, 'make-token', request).expect(200);
    return /sntry[su]_[\w+/=]+/.exec(shownOf(answer.text))![0];
  }

  const ask = (path: string, token?: string) => {
    const request = supertest(renderer.app.getHttpServer()).get(path);
    return token === undefined ? request : request.set('Authorization', `Bearer ${token}`);
  };

  it('name the organisation and its address, and are shown once', async () => {
    const token = await make('owner', OF_ORGANISATION);
    expect(JSON.parse(atob(token.split('_')[1]!))).toMatchObject({
      url: 'http://localhost:3000',
      org: 'errata',
    });
    const page = shownOf((await renderer.get('owner', OF_ORGANISATION)).text);
    expect(page).toContain(`…${token.slice(-4)}`);
    expect(page).toContain('never used');
    expect(page).not.toContain(token);
  });

  it('open the API, list their scopes, and note when they were used', async () => {
    const token = await make('owner', OF_ORGANISATION);
    const { body } = await ask('/api/0/', token).expect(200);
    expect(body).toEqual({ version: '0', user: null, auth: { scopes: ['org:ci'], expires: null } });
    const organisation = await ask(ORGANISATION, token).expect(200);
    expect(organisation.body).toMatchObject({
      id: '1',
      slug: 'errata',
      links: { regionUrl: 'http://localhost:3000' },
    });
    const [latest] = await renderer.stores.tokens.list('organisation');
    expect(latest?.lastUsedAtMs).toBeGreaterThan(0);
  });

  it('name their person', async () => {
    const token = await make('member', OWN, { 'scopes[]': ['event:read', 'project:releases'] });
    const { body } = await ask('/api/0/', token).expect(200);
    const id = String(renderer.idOf('member'));
    expect(body).toMatchObject({ user: { id, email: 'member@example.org' } });
  });

  it.each([
    [undefined, /^No token was sent/],
    ['sntryu_0000', /^Invalid token$/],
  ])('open nothing with the value %j', async (token, detail) => {
    const answer = await ask(ORGANISATION, token).expect(401);
    expect(answer.body).toEqual({ detail: expect.stringMatching(detail) });
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
  });

  it('work until they expire', async () => {
    const lasting = await make('owner', OF_ORGANISATION, { days: '30' });
    await ask(ORGANISATION, lasting).expect(200);
    const { body } = await ask('/api/0/', lasting).expect(200);
    expect(body).toMatchObject({ auth: { expires: expect.stringMatching(/^20.*Z$/) } });
    const request = { hint: 'over', name: 'old', scopes: ['org:ci'], createdAtMs: 1 } as const;
    const hash = hashToken('old');
    await renderer.stores.tokens.create({ ...request, hash, expiresAtMs: 2 });
    expect((await ask(ORGANISATION, 'old').expect(401)).body).toEqual({
      detail: 'Token expired at 1970-01-01 00:00:00 UTC. Make another one in Errata.',
    });
    expect(shownOf((await renderer.get('owner', OF_ORGANISATION)).text)).toContain('expired');
  });

  it.each([
    ['viewer', OWN, {}, 90],
    ['viewer', OWN, { days: '365' }, 365],
    ['viewer', OWN, { days: '' }, undefined],
    ['owner', OF_ORGANISATION, {}, undefined],
  ] as const)('end for the %s at %s with %j after %s days', async (person, path, days, after) => {
    const fields = { name: 'ci', 'scopes[]': ['org:ci'], ...days };
    await renderer.send(person, path, 'make-token', fields).expect(200);
    const owner = path === OWN ? renderer.idOf(person) : 'organisation';
    const [latest] = await renderer.stores.tokens.list(owner);
    const { createdAtMs = 0, expiresAtMs } = latest ?? {};
    expect(expiresAtMs && (expiresAtMs - createdAtMs) / DAY_MS).toBe(after);
    const form = shownOf((await renderer.get(person, path)).text);
    const [, chosen] = /<option value="(\d*)" selected/.exec(form) ?? [];
    expect(chosen).toBe(path === OWN ? '90' : '');
  });

  describe('in forms that end sessions', () => {
    const NEXT = 'another horse battery';
    const TICKED = { withdrawTokens: 'on' };
    const submit = (action: string, fields: object) =>
      renderer.send('admin', '/account', action, { ...fields });
    const formOf = (action: string, text: string) =>
      shownOf(text).split(`_action=${action}`)[1]?.split('</form>')[0];
    const count = async () => (await renderer.stores.tokens.list(renderer.idOf('admin'))).length;

    beforeEach(async () => {
      await renderer.stores.tokens.withdrawAll(renderer.idOf('admin'), { byUserId: 1, atMs: 1 });
      await make('admin', OWN);
      await signIn(renderer.stores, renderer.idOf('admin'));
    });

    it.each(['change-password', 'end-other-sessions'])(
      'are offered, ticked, to be withdrawn with %s',
      async (action) => {
        const { text } = await renderer.get('admin', '/account').expect(200);
        expect(formOf(action, text)).toMatch(TICKED_BOX);
      },
    );

    it('stay when the present password is wrong, and the box stays unticked', async () => {
      const wrong = { current: 'wrong', next: NEXT };
      await submit('change-password', { ...wrong, ...TICKED }).expect(422);
      expect(await count()).toBe(1);
      const { text } = await submit('change-password', wrong).expect(422);
      expect(formOf('change-password', text)).toMatch(/name="withdrawTokens"(?![^>]* checked)/);
    });
  });

  it('are offered, ticked, to be withdrawn when an owner signs their person out everywhere', async () => {
    const page = shownOf((await renderer.get('owner', '/settings/people')).text);
    expect(page).toMatch(/name="withdrawTokens"[^>]* checked/);
  });

  it('open nothing after they were withdrawn by a person with the right', async () => {
    const token = await make('owner', OF_ORGANISATION);
    const [{ id } = { id: 0 }] = await renderer.stores.tokens.list('organisation');
    const fields = { token: String(id) };
    await renderer.send('admin', OWN, 'withdraw-token', fields).expect(422);
    await ask(ORGANISATION, token).expect(200);
    await renderer.send('owner', OF_ORGANISATION, 'withdraw-token', fields).expect(303);
    await ask(ORGANISATION, token).expect(401);
    const audit = shownOf((await renderer.get('owner', '/settings/audit')).text);
    expect(audit).toMatch(/<bdi[^>]*>owner[^<]*<\/bdi> withdrew the token ci</);
  });

  it('do not open another organisation', async () => {
    const token = await make('owner', OF_ORGANISATION);
    const { body } = await ask('/api/0/organizations/acme/', token).expect(400);
    expect(body).toEqual({
      detail: "No organisation 'acme'. The organisation of this Errata is 'errata'.",
    });
  });

  it('open no page, and cookies open no part of the API', async () => {
    const token = await make('owner', OF_ORGANISATION);
    await ask('/issues', token).set('Accept', 'text/html').expect(401);
    await ask(ORGANISATION).set('Cookie', renderer.cookieOf('owner')).expect(401);
  });

  it.each([
    [{ name: '' }, 'A name has 1 to 100 characters.'],
    [{ 'scopes[]': [] }, 'Choose at least one scope.'],
    [{ 'scopes[]': ['org:admin'] }, 'There is no such scope.'],
    [{ days: '7' }, 'Choose when the token expires.'],
  ])('are not made with the fields %j', async (fields, sentence) => {
    const request = { name: 'ci', 'scopes[]': ['org:ci'], days: '', ...fields };
    const answer = await renderer.send('owner', OF_ORGANISATION, 'make-token', request).expect(422);
    expect(shownOf(answer.text)).toContain(sentence);
  });
});
