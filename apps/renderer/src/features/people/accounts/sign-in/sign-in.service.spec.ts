import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { accountLimits, ErrataError } from '#shared';
import {
  CHEAP,
  CLIENT,
  createServices,
  NoSecondFactors,
  openAccounts,
  PASSWORD,
} from '../test/spec-accounts.ts';
import type { Accounts } from '../test/spec-accounts.ts';
import { PasswordHasher } from '../hashing/password-hasher.ts';

const EMAIL = 'ada@example.org';
const RIGHT = { email: EMAIL, password: PASSWORD };
const WRONG = { email: EMAIL, password: 'something else' };
const WRONG_CREDENTIALS = { ok: false, code: 'accounts.wrong_credentials' };
const {
  signInFirstWaitMs,
  signInFreeFailuresPerAccount,
  signInFreeFailuresOfStrangers,
  signInFreeFailuresPerAddress,
} = accountLimits;
const KNOWN = { ...CLIENT, browser: 'browser of Ada' };
const SHARED = { ...CLIENT, isShared: true };

describe('SignInService', () => {
  let accounts: Accounts;

  beforeEach(async () => {
    accounts = await openAccounts();
    await accounts.setup.ensureOwner(RIGHT);
  });

  afterEach(() => accounts.close());

  async function fail(times: number, client = CLIENT): Promise<void> {
    for (let attempt = 0; attempt < times; attempt += 1) {
      expect(await accounts.signIn.signIn(WRONG, client)).toEqual(WRONG_CREDENTIALS);
    }
  }

  it('makes a session for the right email address and password', async () => {
    const signedIn = await accounts.signIn.signIn({ ...RIGHT, email: ' ADA@example.ORG ' }, CLIENT);
    expect(signedIn).toMatchObject({
      ok: true,
      user: { email: EMAIL, isOwner: true },
      session: { ...CLIENT, expiresAtMs: accounts.clock.nowMs() + accountLimits.sessionLifetimeMs },
    });
    const token = signedIn.ok ? signedIn.token : '';
    expect((await accounts.sessions.find(token))?.user.email).toBe(EMAIL);
  });

  it('counts no attempt whose password was not verified', async () => {
    const { stores, clock, hasher } = accounts;
    const busy: PasswordHasher = Object.assign(Object.create(hasher) as PasswordHasher, {
      verify: () => Promise.reject(new ErrataError('accounts.busy')),
    });
    const { signIn } = createServices(stores, clock, busy);
    for (let attempt = 0; attempt <= signInFreeFailuresPerAddress; attempt += 1) {
      await expect(signIn.signIn(RIGHT, CLIENT)).rejects.toMatchObject({ code: 'accounts.busy' });
    }
    expect(await accounts.signIn.signIn(RIGHT, CLIENT)).toMatchObject({ ok: true });
  });

  it('answers alike for a wrong password, an unknown or disabled account and an invalid email', async () => {
    const { signIn, stores } = accounts;
    await fail(1);
    expect(await signIn.signIn({ ...RIGHT, email: 'eve@example.org' }, CLIENT)).toEqual(
      WRONG_CREDENTIALS,
    );
    expect(await signIn.signIn({ ...RIGHT, email: 'ada' }, CLIENT)).toEqual(WRONG_CREDENTIALS);
    const token = await invite(accounts, 'bob@example.org');
    expect(token).toMatchObject({ ok: true });
    await stores.users.disable(token.ok ? token.userId : 0);
    expect(await signIn.signIn({ ...RIGHT, email: 'bob@example.org' }, CLIENT)).toEqual(
      WRONG_CREDENTIALS,
    );
  });

  it('verifies a password whether the account exists or not', async () => {
    const verified: (string | undefined)[] = [];
    const { stores, clock, hasher } = accounts;
    overtake(hasher, (hash) => verified.push(hash && 'of an account'));
    const { signIn } = createServices(stores, clock, hasher);
    for (const email of [EMAIL, 'eve@example.org', 'nonsense']) {
      await signIn.signIn({ ...WRONG, email }, CLIENT);
    }
    expect(verified).toEqual(['of an account', undefined, undefined]);
  });

  it('holds an address back at an account after too many failures, and no other address', async () => {
    await fail(signInFreeFailuresPerAccount);
    const other = { ...CLIENT, address: '192.0.2.2' };
    expect(await accounts.signIn.signIn(RIGHT, other)).toMatchObject({ ok: true });
    expect(await accounts.signIn.signIn(RIGHT, CLIENT)).toEqual({
      ok: false,
      code: 'accounts.too_many_attempts',
      retryAfterMs: signInFirstWaitMs,
    });
    accounts.clock.advance(signInFirstWaitMs);
    await fail(1);
    expect(await accounts.signIn.signIn(RIGHT, CLIENT)).toMatchObject({
      retryAfterMs: 2 * signInFirstWaitMs,
    });
    accounts.clock.advance(2 * signInFirstWaitMs);
    expect(await accounts.signIn.signIn(RIGHT, CLIENT)).toMatchObject({ ok: true });
  });

  it('holds strangers of all addresses back after many failures at an account, but no known browser', async () => {
    for (let attempt = 0; attempt < signInFreeFailuresOfStrangers; attempt += 1) {
      await fail(1, { ...CLIENT, address: `192.0.2.${attempt}` });
    }
    const other = { ...CLIENT, address: '198.51.100.1' };
    expect(await accounts.signIn.signIn(RIGHT, other)).toMatchObject({
      retryAfterMs: signInFirstWaitMs,
    });
    expect(await accounts.signIn.signIn(RIGHT, KNOWN)).toMatchObject({ ok: true });
    expect(await accounts.signIn.signIn(RIGHT, other)).toMatchObject({ ok: false });
  });

  it('counts the failures of a known browser apart from all others', async () => {
    await fail(signInFreeFailuresPerAccount);
    await fail(signInFreeFailuresPerAccount - 1, KNOWN);
    expect(await accounts.signIn.signIn(RIGHT, KNOWN)).toMatchObject({ ok: true });
    await fail(signInFreeFailuresPerAccount, KNOWN);
    expect(await accounts.signIn.signIn(RIGHT, KNOWN)).toMatchObject({
      code: 'accounts.too_many_attempts',
    });
    const another = { ...KNOWN, browser: 'another one' };
    expect(await accounts.signIn.signIn(RIGHT, another)).toMatchObject({ ok: true });
  });

  it('lets known browsers wait for no stranger', async () => {
    const { stores, clock, hasher } = accounts;
    const strangers: unknown[] = [];
    overtake(hasher, (_hash, by) => strangers.push(by?.isStranger));
    const { signIn } = createServices(stores, clock, hasher);
    await signIn.signIn(RIGHT, CLIENT);
    await signIn.signIn(RIGHT, KNOWN);
    expect(strangers).toEqual([true, false]);
  });

  it('holds nobody back by the address of a shared proxy, however many visitors failed there', async () => {
    const { signIn } = accounts;
    for (let attempt = 0; attempt <= 2 * signInFreeFailuresPerAddress; attempt += 1) {
      const email = `person${attempt}@example.org`;
      expect(await signIn.signIn({ ...WRONG, email }, SHARED)).toEqual(WRONG_CREDENTIALS);
    }
    expect(await signIn.signIn(RIGHT, SHARED)).toMatchObject({ ok: true });
  });

  it.each([
    ['that a named proxy forwards', false],
    ['that an unnamed proxy forwards', true],
  ])('gives no more guesses at an account by another address %s', async (_, isShared) => {
    const through = (address: string) => ({ ...CLIENT, address, isShared, peer: '127.0.0.1' });
    for (let attempt = 0; attempt < signInFreeFailuresPerAccount; attempt += 1) {
      await fail(1, through(`192.0.2.${attempt}`));
    }
    const { signIn } = accounts;
    expect(await signIn.signIn(RIGHT, through('198.51.100.1'))).toMatchObject({
      retryAfterMs: signInFirstWaitMs,
    });
    expect(await signIn.signIn(RIGHT, KNOWN)).toMatchObject({ ok: true });
    expect(await signIn.signIn(RIGHT, CLIENT)).toMatchObject({ ok: true });
  });

  it('counts failures anew after a sign-in', async () => {
    await fail(signInFreeFailuresPerAccount - 1);
    expect(await accounts.signIn.signIn(RIGHT, CLIENT)).toMatchObject({ ok: true });
    await fail(signInFreeFailuresPerAccount - 1);
    expect(await accounts.signIn.signIn(RIGHT, CLIENT)).toMatchObject({ ok: true });
  });

  it('holds back guesses at an account that does not exist as well', async () => {
    const unknown = { ...WRONG, email: 'eve@example.org' };
    for (let attempt = 0; attempt < signInFreeFailuresPerAccount; attempt += 1) {
      expect(await accounts.signIn.signIn(unknown, CLIENT)).toEqual(WRONG_CREDENTIALS);
    }
    expect(await accounts.signIn.signIn(unknown, CLIENT)).toMatchObject({
      code: 'accounts.too_many_attempts',
    });
  });

  it('holds back an address that tries many accounts, even if some of its sign-ins succeed', async () => {
    const { signIn } = accounts;
    const successes: unknown[] = [];
    for (let attempt = 0; attempt < signInFreeFailuresPerAddress; attempt += 1) {
      const email = `person${attempt}@example.org`;
      expect(await signIn.signIn({ ...WRONG, email }, CLIENT)).toEqual(WRONG_CREDENTIALS);
      // Successful sign-ins must not give back attempts at other accounts.
      if (attempt % 10 === 0) successes.push(await signIn.signIn(RIGHT, CLIENT));
    }
    expect(successes).toMatchObject([{ ok: true }, { ok: true }, { ok: true }]);
    expect(await signIn.signIn(RIGHT, CLIENT)).toMatchObject({
      code: 'accounts.too_many_attempts',
    });
    expect(await signIn.signIn(RIGHT, { ...CLIENT, address: '192.0.2.2' })).toMatchObject({
      ok: true,
    });
  });

  it('hashes the password again when its hash is outdated', async () => {
    const { stores, clock } = accounts;
    const hasher = new PasswordHasher({ ...CHEAP, passes: 2 });
    const { signIn, sessions } = createServices(stores, clock, hasher);
    const signedIn = await signIn.signIn(RIGHT, CLIENT);
    const found = await stores.users.findCredentials({ emailKey: EMAIL });
    expect(found?.passwordHash).toContain('t=2');
    expect(await sessions.find(signedIn.ok ? signedIn.token : '')).toBeDefined();
    expect(await signIn.signIn(RIGHT, CLIENT)).toMatchObject({ ok: true });
  });

  it('signs a person in while another sign-in replaces the hash', async () => {
    const { stores, clock, hasher } = accounts;
    const to = await hasher.hash(PASSWORD);
    overtake(
      hasher,
      async (from) => from !== undefined && stores.users.replacePasswordHash(1, { from, to }),
    );
    const { signIn } = createServices(stores, clock, hasher);
    expect(await signIn.signIn(RIGHT, CLIENT)).toMatchObject({ ok: true });
  });

  it('asks for a second factor that was set up while the password was verified', async () => {
    const { stores, clock, hasher } = accounts;
    const factors = new NoSecondFactors();
    let asked = 0;
    factors.has = () => Promise.resolve((asked += 1) > 1);
    const { signIn, sessions } = createServices(stores, clock, hasher, factors);
    expect(await signIn.signIn(RIGHT, CLIENT)).toMatchObject({
      code: 'accounts.second_factor_needed',
    });
    expect(await sessions.list(1)).toEqual([]);
  });

  it('refuses a person whose password changes while it is verified', async () => {
    const { stores, clock, hasher } = accounts;
    const to = await hasher.hash('another password');
    overtake(
      hasher,
      async (from) => from !== undefined && stores.users.changePassword(1, { from, to }),
    );
    const { signIn, sessions } = createServices(stores, clock, hasher);
    expect(await signIn.signIn(RIGHT, CLIENT)).toEqual(WRONG_CREDENTIALS);
    expect(await sessions.list(1)).toEqual([]);
  });
});

type By = Parameters<PasswordHasher['verify']>[2];

function overtake(
  hasher: PasswordHasher,
  meanwhile: (hash: string | undefined, by: By) => unknown,
): void {
  const verify = hasher.verify.bind(hasher);
  hasher.verify = async (password, hash, by) => {
    const isRight = await verify(password, hash, by);
    await meanwhile(hash, by);
    return isRight;
  };
}

async function invite({ invitations, stores }: Accounts, email: string) {
  const [owner] = await stores.users.list({ limit: 1 });
  const grant = { kind: 'owner' } as const;
  const invited = await invitations.invite({ invitedBy: owner!, grant });
  return invitations.acceptAsNew(invited.ok ? invited.token : '', { email, password: PASSWORD });
}
