import { beforeAll, describe, expect, it } from '@jest/globals';
import { hold } from '../../../test/support/hold.ts';
import { passThrough, startIdentityProvider } from './support/identity-provider.ts';
import { startPeopledRenderer } from './support/peopled-renderer.ts';
import { cookieOf, OWN, visitorsOf } from './support/visitors.ts';

const CALLBACK = `${OWN}/sign-in/callback`;

describe('a hostile provider beside one that does not name itself', () => {
  const honest = hold(() => startIdentityProvider(`${CALLBACK}/honest`, { namesItself: false }));
  const hostile = hold(() => startIdentityProvider(`${CALLBACK}/hostile`, { namesItself: false }));
  const renderer = hold(startPeopledRenderer);

  beforeAll(async () => {
    for (const [slug, { issuer, clientId, clientSecret }] of Object.entries({ honest, hostile })) {
      const fields = { slug, name: slug, issuer, clientId, clientSecret, domains: 'example.org' };
      await renderer.send('owner', '/settings/providers', 'add', fields).expect(303);
    }
  });

  it('gets no code of the other one for a victim that it sends there', async () => {
    const visitors = visitorsOf(renderer);
    honest.be({ sub: 'eve', email: 'eve@example.org', email_verified: true });
    const attacker = await visitors.get('/sign-in/with/honest?to=/issues').expect(303);
    const victim = await visitors.get('/sign-in/with/hostile?to=/issues').expect(303);
    const { searchParams: asked } = new URL(victim.headers['location'] ?? '');
    // Nonce and challenge are the attacker's, the state is that of the victim's browser.
    const trap = new URL(attacker.headers['location'] ?? '');
    trap.searchParams.set('state', asked.get('state') ?? '');
    const back = await passThrough(trap.href, `${CALLBACK}/honest`);
    expect(back).toMatch(/^\/sign-in\/callback\/honest\?code=/);
    const unnamed = back.replace(/&iss=[^&]*/, '');
    const answer = await visitors.get(unnamed, cookieOf(victim)).expect(303);
    expect(answer.headers['location']).toBe('/sign-in?to=%2F');
    expect(hostile.countTokenRequests()).toBe(0);
    trap.searchParams.set('redirect_uri', `${CALLBACK}/hostile`);
    expect((await fetch(trap, { redirect: 'manual' })).status).toBe(400);
  });
});
