import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Grant } from '#product/people/accounts';
import { accountLimits } from '#shared';
import { CLIENT, NOON_MS, openAccounts, PASSWORD } from '../test/spec-accounts.ts';
import type { Accounts } from '../test/spec-accounts.ts';
import { createToken } from '../sessions/session-token.ts';

const EVE = { email: 'Eve@example.org', password: PASSWORD };
const AS_MEMBER: Grant = { kind: 'member', role: 'member', projectIds: [1] };
const FOR_ANOTHER = { ok: false, code: 'accounts.invitation_for_another' };

describe('InvitationsService', () => {
  let accounts: Accounts;
  let owner: number;

  beforeEach(async () => {
    accounts = await openAccounts();
    await accounts.stores.projects.ensure([{ slug: 'web', id: 1 }]);
    const made = await accounts.setup.ensureOwner({ email: 'ada@example.org', password: PASSWORD });
    owner = made.ok ? made.user.id : 0;
  });

  afterEach(() => accounts.close());

  async function invite(request: Partial<Parameters<Accounts['invitations']['invite']>[0]> = {}) {
    const invited = await accounts.invitations.invite({
      invitedBy: { id: owner, isOwner: true },
      grant: AS_MEMBER,
      ...request,
    });
    if (!invited.ok) throw new Error(invited.code);
    return invited;
  }

  async function acceptAsEve(): Promise<number> {
    const { token } = await invite();
    const accepted = await accounts.invitations.acceptAsNew(token, EVE);
    if (!accepted.ok) throw new Error(accepted.code);
    return accepted.userId;
  }

  it('makes a link that is valid for a week, and stores no token that opens it', async () => {
    const { invitations, stores, clock } = accounts;
    const { token, invitation } = await invite({ email: ' Eve@example.org' });
    expect(invitation).toMatchObject({
      email: 'Eve@example.org',
      grant: AS_MEMBER,
      expiresAtMs: NOON_MS + accountLimits.invitationLifetimeMs,
    });
    expect(await stores.invitations.find(token)).toBeUndefined();
    expect(await invitations.find(token)).toEqual({ ok: true, invitation, provesAddress: true });
    clock.advance(accountLimits.invitationLifetimeMs);
    const expired = { ok: false, code: 'accounts.invitation_expired' };
    expect(await invitations.find(token)).toEqual(expired);
    expect(await invitations.acceptAsNew(token, EVE)).toEqual(expired);
  });

  it('refuses to invite an invalid email address', async () => {
    const invitedBy = { id: owner, isOwner: true };
    for (const email of ['eve', 'e\u00adve@example.org']) {
      const request = { invitedBy, grant: AS_MEMBER, email };
      expect(await accounts.invitations.invite(request)).toEqual({
        ok: false,
        code: 'accounts.email_invalid',
      });
    }
  });

  it('takes an admin’s link for a proof of the address when it was only mailed, while they are admin', async () => {
    const { invitations, stores } = accounts;
    const admin = await acceptAsEve();
    const email = 'kim@example.org';
    const { token: mailed } = await invite({ email, invitedBy: { id: admin, isOwner: false } });
    const unknown = { ok: false, code: 'accounts.invitation_unknown' };
    expect(await invitations.find(mailed)).toEqual(unknown);
    await stores.memberships.set({ userId: admin, projectId: 1, role: 'admin', nowMs: NOON_MS });
    const { token: shown, hash } = createToken();
    const times = { createdAtMs: NOON_MS, expiresAtMs: NOON_MS + 1 };
    const made = { tokenHash: hash, email, grant: AS_MEMBER, invitedBy: admin, ...times };
    await stores.invitations.create(made);
    expect(await invitations.isProofOf(shown, email)).toBe(false);
    for (const each of [EVE, { ...EVE, email }, { ...EVE, email: 'e', password: '' }]) {
      expect(await invitations.acceptAsNew(shown, each)).toEqual({
        ok: false,
        code: 'accounts.account_needed',
      });
    }
    expect(await invitations.isProofOf(mailed, email)).toBe(true);
    expect(await invitations.isProofOf(mailed, EVE.email)).toBe(false);
    const vouched = { email, emailKey: email, passwordHash: '' };
    expect(await invitations.acceptAsVouched(shown, vouched)).toEqual(expect.any(Number));
  });

  it('lets one person make 20 invitations an hour, and keep 100 open', async () => {
    const { invitations, clock } = accounts;
    const request = { invitedBy: { id: owner, isOwner: true }, grant: AS_MEMBER };
    const many = { ok: false, code: 'accounts.too_many_invitations' };
    for (let made = 1; made <= accountLimits.invitationsOpen; made += 1) {
      await invite();
      if (made % accountLimits.invitationsPerHour > 0) continue;
      expect(await invitations.invite(request)).toEqual(many);
      clock.advance(3_600_000);
    }
    expect(await invitations.invite(request)).toEqual(many);
    const [latest] = await invitations.listOpen(1);
    await invitations.withdraw(latest?.id ?? 0, { byUserId: owner });
    expect(await invitations.invite(request)).toMatchObject({ ok: true });
  });

  it('makes an account for a new person, who can then sign in', async () => {
    const { signIn, stores } = accounts;
    const userId = await acceptAsEve();
    expect(await stores.memberships.findRole(userId, 1)).toBe('member');
    expect(await signIn.signIn(EVE, CLIENT)).toMatchObject({ ok: true, user: { id: userId } });
  });

  it('accepts an invitation that names an email address for that address alone', async () => {
    const { invitations, stores } = accounts;
    const { token } = await invite({ email: 'eve@example.org' });
    const bob = { ...EVE, email: 'bob@example.org' };
    expect(await invitations.acceptAsNew(token, bob)).toEqual(FOR_ANOTHER);
    const ada = await stores.users.find(owner);
    expect(ada && (await invitations.acceptAs(token, ada))).toEqual(FOR_ANOTHER);
    expect(await invitations.acceptAsNew(token, EVE)).toMatchObject({ ok: true });
  });

  it('adds the rights of an invitation to an existing account', async () => {
    const { invitations, stores } = accounts;
    const userId = await acceptAsEve();
    const eve = await stores.users.find(userId);
    if (!eve) throw new Error('She is gone.');
    const { token } = await invite({ email: 'eve@example.org', grant: { kind: 'owner' } });
    expect(await invitations.acceptAs(token, eve)).toEqual({ ok: true, userId });
    expect(await stores.users.find(userId)).toMatchObject({ isOwner: true });
  });

  it('makes no second account of an email address, and keeps the invitation open', async () => {
    const { invitations } = accounts;
    await acceptAsEve();
    const { token } = await invite();
    expect(await invitations.acceptAsNew(token, EVE)).toEqual({
      ok: false,
      code: 'accounts.email_taken',
    });
    expect(await invitations.find(token)).toMatchObject({ ok: true });
  });

  it('keeps an invitation open when the requested account is refused', async () => {
    const { invitations } = accounts;
    const { token } = await invite();
    expect(await invitations.acceptAsNew(token, { ...EVE, password: 'short' })).toEqual({
      ok: false,
      code: 'accounts.password_too_short',
    });
    expect(await invitations.acceptAsNew(token, EVE)).toMatchObject({ ok: true });
    const used = { ok: false, code: 'accounts.invitation_used' };
    expect(await invitations.find(token)).toEqual(used);
    expect(await invitations.acceptAsNew(token, EVE)).toEqual(used);
  });

  it('lists an invitation while it is open, and withdraws it', async () => {
    const { invitations } = accounts;
    const unknown = { ok: false, code: 'accounts.invitation_unknown' };
    const { token, invitation } = await invite();
    expect(await invitations.listOpen(10)).toEqual([invitation]);
    expect(await invitations.withdraw(invitation.id, { byUserId: 1 })).toBe('');
    expect(await invitations.find(token)).toEqual(unknown);
    expect(await invitations.find('nonsense')).toEqual(unknown);
    expect(await invitations.acceptAsNew('nonsense', EVE)).toEqual(unknown);
  });
});
