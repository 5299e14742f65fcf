import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { accountLimits } from '#shared';
import { CLIENT, NOON_MS, openAccounts, PASSWORD } from '../test/spec-accounts.ts';
import type { Accounts } from '../test/spec-accounts.ts';

const RIGHT = { email: 'ada@example.org', password: PASSWORD };
const { sessionLifetimeMs, sessionSeenAfterMs } = accountLimits;

describe('SessionsService', () => {
  let accounts: Accounts;

  beforeEach(async () => {
    accounts = await openAccounts();
    await accounts.setup.ensureOwner(RIGHT);
  });

  afterEach(() => accounts.close());

  async function signIn(): Promise<string> {
    const signedIn = await accounts.signIn.signIn(RIGHT, CLIENT);
    if (!signedIn.ok) throw new Error(signedIn.code);
    return signedIn.token;
  }

  it('finds no session by an invalid token', async () => {
    const { sessions } = accounts;
    expect(await sessions.find(undefined)).toBeUndefined();
    expect(await sessions.find('nonsense')).toBeUndefined();
    expect(await sessions.find('a'.repeat(43))).toBeUndefined();
  });

  it('notes the use of a session at most once an hour', async () => {
    const { sessions, clock, stores } = accounts;
    const token = await signIn();
    clock.advance(sessionSeenAfterMs - 1);
    expect(await sessions.find(token)).toMatchObject({ session: { lastSeenMs: NOON_MS } });
    clock.advance(1);
    const seen = { lastSeenMs: NOON_MS + sessionSeenAfterMs };
    expect(await sessions.find(token)).toMatchObject({ session: seen });
    const listed = await stores.sessions.list(1, { nowMs: clock.nowMs(), limit: 1 });
    expect(listed).toMatchObject([seen]);
  });

  it('ends a session 30 days after the sign-in, however often it is used', async () => {
    const { sessions, clock } = accounts;
    const token = await signIn();
    clock.advance(sessionLifetimeMs / 2);
    expect(await sessions.find(token)).toBeDefined();
    clock.advance(sessionLifetimeMs / 2 - 1);
    expect(await sessions.find(token)).toBeDefined();
    clock.advance(1);
    expect(await sessions.find(token)).toBeUndefined();
  });

  it('lists sessions, and ends a single one or all but the current one', async () => {
    const { sessions } = accounts;
    const tokens = [await signIn(), await signIn(), await signIn()];
    const [first, second, third] = await Promise.all(tokens.map((token) => sessions.find(token)));
    if (!first || !second || !third) throw new Error('They are gone.');
    expect(await sessions.list(first.user.id)).toHaveLength(3);
    expect(await sessions.end(first.user.id, second.session.id)).toBe(true);
    expect(await sessions.end(first.user.id, second.session.id)).toBe(false);
    expect(await sessions.endOthers(third)).toBe(1);
    expect(await sessions.list(first.user.id)).toMatchObject([{ id: third.session.id }]);
  });
});
