import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { accountLimits } from '#shared';
import { CLIENT, openAccounts, PASSWORD } from '../test/spec-accounts.ts';
import type { Accounts } from '../test/spec-accounts.ts';

const EMAIL = 'ada@example.org';
const NEXT = 'another horse, another battery';

describe('PasswordChangeService', () => {
  let accounts: Accounts;

  beforeEach(async () => {
    accounts = await openAccounts();
    await accounts.setup.ensureOwner({ email: EMAIL, password: PASSWORD });
  });

  afterEach(() => accounts.close());

  async function signIn(password = PASSWORD) {
    const signedIn = await accounts.signIn.signIn({ email: EMAIL, password }, CLIENT);
    if (!signedIn.ok) throw new Error(signedIn.code);
    return { ...signedIn, userId: signedIn.user.id, sessionId: signedIn.session.id };
  }

  it('lets the account sign in with the new password alone', async () => {
    const { userId, sessionId } = await signIn();
    const change = { userId, sessionId, current: PASSWORD, next: NEXT };
    expect(await accounts.passwordChange.change(change)).toEqual({ ok: true });
    await expect(signIn()).rejects.toThrow('accounts.wrong_credentials');
    await signIn(NEXT);
  });

  it('changes nothing without the current password, or to one that breaks the policy', async () => {
    const { userId, sessionId } = await signIn();
    const change = { userId, sessionId, current: NEXT, next: NEXT };
    expect(await accounts.passwordChange.change(change)).toEqual({
      ok: false,
      code: 'accounts.wrong_password',
    });
    const short = { ...change, current: PASSWORD, next: 'short' };
    expect(await accounts.passwordChange.change(short)).toMatchObject({
      code: 'accounts.password_too_short',
    });
    await signIn();
  });

  it('holds back guesses of the current password after too many failures, but no sign-in', async () => {
    const { userId, sessionId } = await signIn();
    const change = { userId, sessionId, current: 'a guess', next: NEXT };
    for (let guess = 0; guess < accountLimits.signInFreeFailuresPerAccount; guess += 1) {
      expect(await accounts.passwordChange.change(change)).toMatchObject({
        code: 'accounts.wrong_password',
      });
    }
    expect(await accounts.passwordChange.change({ ...change, current: PASSWORD })).toEqual({
      ok: false,
      code: 'accounts.too_many_attempts',
      retryAfterMs: accountLimits.signInFirstWaitMs,
    });
    // Wrong guesses at the password change must not block the sign-in.
    await signIn();
  });
});
