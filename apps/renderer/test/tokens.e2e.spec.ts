import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hashToken } from '#product/people/tokens';
import supertest from 'supertest';
import { startPeopledRenderer } from './support/peopled-renderer.ts';
import type { PeopledRenderer, Person } from './support/peopled-renderer.ts';
import { shownOf } from './support/shown.ts';

const OF_ORGANISATION = '/settings/tokens';
const OWN = '/account/tokens';
const ORGANISATION = '/api/0/organizations/errata/';

describe('tokens', () => {
  let renderer: PeopledRenderer;

  beforeAll(async () => {
    renderer = await startPeopledRenderer();
  });

  afterAll(() => renderer.end());

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
    expect(body).toEqual({ version: '0', user: null, auth: { scopes: ['org:ci'] } });
    const organisation = await ask(ORGANISATION, token).expect(200);
    expect(organisation.body).toMatchObject({
      id: '1',
      slug: 'errata',
      links: { regionUrl: 'http://localhost:3000' },
    });
    const [latest] = await renderer.stores.tokens.list('organisation');
    expect(latest?.lastUsedAtMs).toBeGreaterThan(0);
  });

  it('name their person, and stop working when the account is disabled', async () => {
    const token = await make('member', OWN, { 'scopes[]': ['event:read', 'project:releases'] });
    const { body } = await ask('/api/0/', token).expect(200);
    const id = String(renderer.idOf('member'));
    expect(body).toMatchObject({ user: { id, email: 'member@example.org' } });
    await renderer.stores.users.disable(renderer.idOf('member'));
    expect((await ask('/api/0/', token).expect(401)).body).toEqual({ detail: 'Invalid token' });
    await renderer.stores.users.enable(renderer.idOf('member'));
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
    const request = { hint: 'over', name: 'old', scopes: ['org:ci'], createdAtMs: 1 } as const;
    const hash = hashToken('old');
    await renderer.stores.tokens.create({ ...request, hash, expiresAtMs: 2 });
    expect((await ask(ORGANISATION, 'old').expect(401)).body).toEqual({ detail: 'Token expired' });
    expect(shownOf((await renderer.get('owner', OF_ORGANISATION)).text)).toContain('expired');
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
