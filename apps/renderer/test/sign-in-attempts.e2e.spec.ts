import { beforeAll, describe, expect, it } from '@jest/globals';
import type supertest from 'supertest';
import { hold } from '../../../test/support/hold.ts';
import { startPeopledRenderer } from './support/peopled-renderer.ts';

const PASSWORD = 'correct horse battery staple';

describe('an Errata with many failed sign-ins', () => {
  const OWNER = { email: 'owner@example.org', password: PASSWORD };
  const renderer = hold(startPeopledRenderer);
  let browser: string;

  beforeAll(async () => {
    browser = browserOf(await signIn(OWNER).expect(303));
  });

  const signIn = (credentials: { email: string; password: string }, cookie = '') =>
    renderer.send('nobody', '/sign-in', 'sign-in', credentials).set('Cookie', cookie);
  const guess = (email = OWNER.email, cookie = '') => signIn({ email, password: 'wrong' }, cookie);
  const through = (test: supertest.Test) => test.set('Via', '1.0 nginx');
  const browserOf = (answer: supertest.Response) =>
    /errata-browser=[^;]+/.exec(String(answer.headers['set-cookie']))?.[0] ?? '';

  it('lets in a browser that has signed in before, and refuses unknown browsers', async () => {
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await guess().set('X-Forwarded-For', `192.0.2.${attempt}`).expect(422);
    }
    const { text, headers } = await signIn(OWNER).expect(422);
    expect(text).toContain('There were too many attempts. Try again in ');
    expect(Number(headers['retry-after'])).toBeGreaterThan(30);
    await signIn(OWNER, browser).expect(303);
  });

  it('lets other people in who come through a proxy that TRUST_PROXY does not name', async () => {
    for (let attempt = 0; attempt < 35; attempt += 1) {
      await through(guess(`person${attempt}@example.org`)).expect(422);
    }
    await through(signIn({ email: 'member@example.org', password: PASSWORD })).expect(303);
  });

  it('warns owners, and names the proxy that TRUST_PROXY does not name', async () => {
    const { text } = await renderer.get('owner', '/issues').expect(200);
    expect(text).toContain('Somebody tries to sign in again and again.');
    expect(text).not.toContain('TRUST_PROXY');
    const proxied = await through(renderer.get('owner', '/issues')).expect(200);
    expect(proxied.text).toContain('Your request came through a proxy at 127.0.0.1');
    expect(proxied.text).toContain('TRUST_PROXY');
  });

  it.each(['admin', 'nobody'] as const)('shows no warning to the role %s', async (person) => {
    const { text } = await through(renderer.get(person, '/account'));
    expect(text).toContain('<h1');
    expect(text).not.toContain('again and again');
    expect(text).not.toContain('TRUST_PROXY');
  });
});
