import { beforeAll, describe, expect, it } from '@jest/globals';
import { hold } from './support/hold.ts';
import { owned, signInOwner } from './support/access.ts';
import { eventually } from './support/eventually.ts';
import { startErrata } from './support/started-errata.ts';

/** Relays have to know a changed key after this time. */
const HONOURED_WITHIN_MS = 2000;

describe('a key of a project', () => {
  const errata = hold(() => startErrata(owned));
  let cookie: string;

  beforeAll(async () => {
    cookie = await signInOwner(errata);
  });

  function send(path: string, action: string, fields: Record<string, string>): Promise<Response> {
    return fetch(`${errata.url}${path}?_action=${action}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { Origin: errata.url, Cookie: cookie },
      body: new URLSearchParams(fields),
    });
  }

  async function report(): Promise<number> {
    const { pathname, username } = new URL(errata.dsn);
    const address = `${errata.relayUrl}/api${pathname}/envelope/?sentry_key=${username}`;
    const body = '{}\n{"type":"event"}\n{"message":"A report of the spec"}\n';
    return (await fetch(address, { method: 'POST', body })).status;
  }

  it('is refused within two seconds once it is disabled, and taken again once it is enabled', async () => {
    const key = new URL(errata.dsn).username;
    expect(await report()).toBe(200);
    for (const [action, expected] of [
      ['disable-key', 403],
      ['enable-key', 200],
    ] as const) {
      expect((await send('/settings/projects/app/keys', action, { key })).status).toBe(303);
      const isHonoured = async () => (await report()) === expected;
      await eventually(`${action} counts`, isHonoured, HONOURED_WITHIN_MS);
    }
  });

  it('has its rate limited within two seconds, until the limit is removed', async () => {
    const key = new URL(errata.dsn).username;
    const limit = (rate: string) => send('/settings/projects/app/keys', 'limit-key', { key, rate });
    expect((await limit('1')).status).toBe(303);
    const isLimited = async () => (await report()) === 429;
    await eventually('the rate counts', isLimited, HONOURED_WITHIN_MS);
    expect((await limit('')).status).toBe(303);
    const isFree = async () => (await report()) === 200;
    await eventually('the rate counts no more', isFree, HONOURED_WITHIN_MS);
  });
});
