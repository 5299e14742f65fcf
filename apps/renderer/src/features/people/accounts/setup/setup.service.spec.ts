import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createServices, NOON_MS, openAccounts, PASSWORD } from '../test/spec-accounts.ts';
import type { Accounts } from '../test/spec-accounts.ts';

const ADA = { email: 'Ada@example.org', password: PASSWORD, name: ' Ada ' };
const BOB = { email: 'bob@example.org', password: PASSWORD };
const ALREADY = { ok: false, code: 'accounts.set_up_already' };

describe('SetupService', () => {
  let accounts: Accounts;

  beforeEach(async () => {
    accounts = await openAccounts();
  });

  afterEach(() => accounts.close());

  it('makes the owner that the environment names, once', async () => {
    const { setup, stores } = accounts;
    expect(await setup.isOpen()).toBe(true);
    expect(await setup.ensureOwner(ADA)).toEqual({
      ok: true,
      user: {
        id: 1,
        email: 'Ada@example.org',
        name: 'Ada',
        isOwner: true,
        state: 'active',
        createdAtMs: NOON_MS,
      },
    });
    expect(await setup.isOpen()).toBe(false);
    expect(await setup.ensureOwner(BOB)).toEqual(ALREADY);
    expect(await stores.users.list({ limit: 10 })).toHaveLength(1);
  });

  it('refuses invalid details of the owner in the environment, and names the fault', async () => {
    const { setup } = accounts;
    for (const [details, code] of [
      [{ ...ADA, email: 'ada' }, 'accounts.email_invalid'],
      [{ ...ADA, password: 'short' }, 'accounts.password_too_short'],
      [{ ...ADA, name: 'x'.repeat(101) }, 'accounts.name_too_long'],
    ] as const) {
      expect(await setup.ensureOwner(details)).toEqual({ ok: false, code });
    }
    expect(await setup.isOpen()).toBe(true);
  });

  it('needs the setup token', async () => {
    const { setup } = accounts;
    const wrong = { ok: false, code: 'accounts.set_up_token_wrong' };
    expect(await setup.setUp(ADA, undefined)).toEqual(wrong);
    expect(await setup.setUp(ADA, '')).toEqual(wrong);
    expect(await setup.setUp(ADA, 'a guess')).toEqual(wrong);
    const token = await setup.getToken();
    expect(await setup.setUp(ADA, token)).toMatchObject({ ok: true });
    expect(await setup.setUp(BOB, token)).toEqual(ALREADY);
  });

  it('takes the same setup token in every replica, and another on another database', async () => {
    const { setup, stores, clock, hasher } = accounts;
    const replica = createServices(stores, clock, hasher).setup;
    expect(await replica.getToken()).toBe(await setup.getToken());
    const elsewhere = await openAccounts();
    expect(await elsewhere.setup.getToken()).not.toBe(await setup.getToken());
    await elsewhere.close();
  });
});
