import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { accountLimits } from '#shared';
import { CLIENT, createServices, openAccounts, PASSWORD } from '../test/spec-accounts.ts';
import type { Accounts } from '../test/spec-accounts.ts';

const EMAIL = 'ada@example.org';
const NEXT = 'another horse, another battery';
const UNKNOWN = { ok: false, code: 'accounts.reset_unknown' };
const FROM = '192.0.2.7';

describe('PasswordResetService', () => {
  let accounts: Accounts;

  beforeEach(async () => {
    accounts = await openAccounts();
    await accounts.setup.ensureOwner({ email: EMAIL, password: PASSWORD });
  });

  afterEach(() => accounts.close());

  const signIn = (password: string) => accounts.signIn.signIn({ email: EMAIL, password }, CLIENT);

  const ask = (email: string) => accounts.resetRequests.ask(email, FROM);

  /**
   * Returns the queued mails and marks them as sent. The shutdown hook queues the delayed mails at
   * once.
   */
  async function listMails() {
    await accounts.resetRequests.onApplicationShutdown();
    const { deliveries } = accounts.stores;
    const nowMs = accounts.clock.nowMs();
    const claimed = await deliveries.claim({ nowMs, leaseMs: 1, limit: 20 });
    for (const each of claimed) {
      await deliveries.record(each, { state: 'sent', answer: '' }, nowMs);
    }
    return claimed.map(({ delivery }) => delivery!);
  }

  async function mailToken(): Promise<string> {
    await ask(EMAIL);
    const [mail] = await listMails();
    return mail!.message.url.split('/').at(-1)!;
  }

  async function addOwner(): Promise<number> {
    const { invitations } = accounts;
    const invited = await invitations.invite({
      invitedBy: { id: 1, isOwner: true },
      grant: { kind: 'owner' },
    });
    const bob = { email: 'bob@example.org', password: PASSWORD };
    const accepted = await invitations.acceptAsNew(invited.ok ? invited.token : '', bob);
    return accepted.ok ? accepted.userId : 0;
  }

  it('changes the password once by a mailed link', async () => {
    const { resets } = accounts;
    const [token, other] = [await mailToken(), await mailToken()];
    expect(await resets.find(token)).toMatchObject({ email: EMAIL });
    expect(await resets.reset(token, 'short')).toMatchObject({
      code: 'accounts.password_too_short',
    });
    expect(await resets.reset(token, NEXT)).toMatchObject({ ok: true, user: { email: EMAIL } });
    for (const used of [token, other]) expect(await resets.reset(used, PASSWORD)).toEqual(UNKNOWN);
    expect(await signIn(PASSWORD)).toMatchObject({ ok: false });
    expect(await signIn(NEXT)).toMatchObject({ ok: true });
  });

  it('lets the mail be sent only as long as its link is valid', async () => {
    await ask(EMAIL);
    const untilMs = accounts.clock.nowMs() + accountLimits.passwordResetLifetimeMs;
    expect(await listMails()).toMatchObject([{ untilMs }]);
  });

  it('refuses a link that has expired or was forged', async () => {
    const token = await mailToken();
    accounts.clock.advance(accountLimits.passwordResetLifetimeMs - 1);
    expect(await accounts.resets.find(token)).toBeDefined();
    accounts.clock.advance(1);
    expect(await accounts.resets.find(token)).toBeUndefined();
    const [userId, , signature] = (await mailToken()).split('.');
    const longer = accounts.clock.nowMs() + 2 * accountLimits.passwordResetLifetimeMs;
    for (const each of ['', '1.2.3', `${userId}.${longer}.${signature}`, `9${token}`]) {
      expect(await accounts.resets.find(each)).toBeUndefined();
    }
  });

  it('makes a link without mail, which ends with the right of its maker or with the account', async () => {
    const { resets, resetRequests } = accounts;
    const id = await addOwner();
    const { path = '' } = (await resetRequests.make(id, 1)) ?? {};
    const token = path.split('/').at(-1)!;
    accounts.clock.advance(accountLimits.passwordResetLifetimeMs);
    expect(await resets.find(token)).toMatchObject({ id });
    const withoutMaker = token.split('.').toSpliced(2, 1).join('.');
    expect(await resets.find(withoutMaker)).toBeUndefined();
    const { users } = accounts.stores;
    for (const [take, giveBack] of [
      [() => users.setOwner(1, false), () => users.setOwner(1, true)],
      [() => users.disable(1), () => users.enable(1)],
      [() => users.disable(id), () => users.enable(id)],
    ] as const) {
      await take();
      expect(await resets.find(token)).toBeUndefined();
      await giveBack();
      expect(await resets.find(token)).toMatchObject({ id });
    }
    await users.disable(id);
    expect(await resetRequests.make(id, 1)).toBeUndefined();
    expect(await listMails()).toEqual([]);
  });

  it('hashes in the queue of strangers, like a new account', async () => {
    const hash = jest.spyOn(accounts.hasher, 'hash');
    await accounts.resets.reset(await mailToken(), NEXT);
    await addOwner();
    const asStranger = [expect.any(String), { isStranger: true }];
    expect(hash.mock.calls).toEqual([asStranger, asStranger]);
  });

  it('looks up the account and mails its link only after the answer', async () => {
    const looked: unknown[] = [];
    const { stores, clock, hasher } = accounts;
    const findCredentials = (by: { emailKey: string }) => {
      looked.push(by.emailKey);
      return stores.users.findCredentials(by);
    };
    const users = Object.assign(Object.create(stores.users) as typeof stores.users, {
      findCredentials,
    });
    const { resetRequests } = createServices({ ...stores, users }, clock, hasher);
    const eve = 'eve@example.org';
    for (const email of [EMAIL, eve]) {
      expect(await resetRequests.ask(email, FROM)).toEqual({ ok: true });
    }
    expect([looked, await listMails()]).toEqual([[], []]);
    await resetRequests.onApplicationShutdown();
    expect(looked).toEqual([EMAIL, eve]);
    expect(await listMails()).toHaveLength(1);
  });

  it('sends no mail to an address without an account', async () => {
    for (const email of ['eve@example.org', 'nobody', '']) {
      expect(await ask(email)).toEqual({ ok: true });
    }
    expect(await listMails()).toEqual([]);
    await ask('ADA@example.org ');
    expect(await listMails()).toMatchObject([
      {
        destination: { to: 'mail', address: EMAIL },
        message: { kind: 'account', title: 'Choose another password for Errata' },
      },
    ]);
  });

  it('limits the mails of an account, and the requests from a network address', async () => {
    const { clock } = accounts;
    const { passwordResetsPerAccount, passwordResetsPerAddress } = accountLimits;
    for (let at = 0; at < passwordResetsPerAddress; at += 1) {
      expect(await ask(EMAIL)).toEqual({ ok: true });
    }
    expect(await listMails()).toHaveLength(passwordResetsPerAccount);
    expect(await ask(EMAIL)).toEqual({
      ok: false,
      retryAfterMs: accountLimits.passwordResetWaitMs,
    });
    clock.advance(accountLimits.passwordResetWaitMs);
    expect(await ask(EMAIL)).toEqual({ ok: true });
    expect(await listMails()).toHaveLength(1);
  });
});
