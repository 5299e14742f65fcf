import { expect, it } from '@jest/globals';
import { untilAnybodyWaits } from '#persistence/testing';
import { accountLimits } from '#shared';
import { onEachDatabase, NOON_MS } from '../../../testing/index.ts';
import { addPeople, createNewInvitation, createNewUser } from '../../../testing/people.ts';
import type { Grant, NewInvitation } from './invitation.types.ts';

const AS_MEMBER: Grant = { kind: 'member', role: 'member', projectIds: [1, 2] };

onEachDatabase('InvitationStore', ({ kind, openFresh }) => {
  async function openWithPeople() {
    const fresh = await openFresh('web', 'api');
    const { stores } = fresh;
    const people = await addPeople(stores, ['ada', 'bob']);
    const [ada = 0, bob = 0] = people.map(({ id }) => id);
    const invite = (tokenHash: string, traits: Partial<NewInvitation> = {}) =>
      stores.invitations.create(createNewInvitation(tokenHash, { grant: AS_MEMBER, ...traits }));
    return { ...fresh, ...stores, ada, bob, invite };
  }

  it('finds an invitation by its token, with its grant', async () => {
    const { invitations, ada, invite } = await openWithPeople();
    const made = await invite('one', { email: 'eve@example.org' });
    expect(made).toEqual({
      id: expect.any(Number),
      email: 'eve@example.org',
      grant: AS_MEMBER,
      invitedBy: ada,
      createdAtMs: NOON_MS,
      expiresAtMs: NOON_MS + 1000,
    });
    expect(await invitations.find('one')).toEqual(made);
    expect(await invitations.find('two')).toBeUndefined();
    const owner = await invite('three', { grant: { kind: 'owner' } });
    expect((await invitations.find('three'))?.grant).toEqual({ kind: 'owner' });
    expect(owner.email).toBeUndefined();
  });

  it('leaves out projects of an invitation that do not exist', async () => {
    const { invitations, invite } = await openWithPeople();
    const grant: Grant = { kind: 'member', role: 'viewer', projectIds: [99, 2, 2] };
    expect((await invite('one', { grant })).grant).toEqual({ ...grant, projectIds: [2] });
    expect((await invitations.find('one'))?.grant).toEqual({ ...grant, projectIds: [2] });
  });

  it('takes a project out of the invitations to who is taken off it, or gets another role', async () => {
    const { invitations, memberships, bob, invite } = await openWithPeople();
    const inWeb = { userId: bob, projectId: 1, nowMs: NOON_MS };
    const listProjects = async () =>
      ((await invitations.find('one'))!.grant as { projectIds: readonly number[] }).projectIds;
    await memberships.set({ ...inWeb, role: 'admin' });
    await memberships.set({ ...inWeb, projectId: 2, role: 'admin' });
    await invite('one', { email: 'BOB@example.org' });
    await invite('two', { email: 'eve@example.org' });
    await memberships.changeRole({ ...inWeb, projectId: 2, role: 'viewer' });
    expect(await listProjects()).toEqual([1]);
    await memberships.remove(bob, 1);
    expect(await listProjects()).toEqual([]);
    expect((await invitations.find('two'))!.grant).toEqual(AS_MEMBER);
  });

  it('makes no invitation by a user who does not exist', async () => {
    const { invitations, invite } = await openWithPeople();
    await expect(invite('one', { invitedBy: 99 })).rejects.toMatchObject({
      message: expect.stringMatching(/foreign key/i),
    });
    expect(await invitations.find('one')).toBeUndefined();
  });

  it('makes a new user a member of the projects of the accepted invitation', async () => {
    const { invitations, memberships, users, invite } = await openWithPeople();
    await invite('one');
    const invitee = { newUser: createNewUser('eve') };
    const accepted = await invitations.accept('one', { invitee, nowMs: NOON_MS });
    const userId = accepted.ok ? accepted.userId : 0;
    expect(await users.find(userId)).toMatchObject({
      email: 'eve@example.org',
      isOwner: false,
      createdAtMs: NOON_MS,
    });
    expect(await memberships.findRole(userId, 1)).toBe('member');
    expect(await memberships.findRole(userId, 2)).toBe('member');
    expect((await invitations.find('one'))?.acceptedAtMs).toBe(NOON_MS);
  });

  it('makes a new user an owner by an accepted owner’s invitation', async () => {
    const { invitations, users, invite } = await openWithPeople();
    await invite('one', { grant: { kind: 'owner' } });
    const invitee = { newUser: createNewUser('eve') };
    const accepted = await invitations.accept('one', { invitee, nowMs: NOON_MS });
    expect((await users.find(accepted.ok ? accepted.userId : 0))?.isOwner).toBe(true);
  });

  it('raises the roles of a user who accepts, and lowers none', async () => {
    const { invitations, memberships, bob, invite } = await openWithPeople();
    await memberships.set({ userId: bob, projectId: 1, role: 'admin', nowMs: NOON_MS });
    await memberships.set({ userId: bob, projectId: 2, role: 'viewer', nowMs: NOON_MS });
    await invite('one');
    const invitee = { userId: bob };
    expect(await invitations.accept('one', { invitee, nowMs: NOON_MS })).toEqual({
      ok: true,
      userId: bob,
    });
    expect(await memberships.findRole(bob, 1)).toBe('admin');
    expect(await memberships.findRole(bob, 2)).toBe('member');
  });

  if (kind === 'postgres') {
    it('keeps a higher role that the user gets while accepting', async () => {
      const { stores, db, invitations, memberships, bob, invite } = await openWithPeople();
      await memberships.set({ userId: bob, projectId: 1, role: 'viewer', nowMs: NOON_MS });
      await invite('one');
      let accepting: ReturnType<typeof invitations.accept> | undefined;
      await db.transaction().execute(async (raising) => {
        const held = raising.updateTable('memberships').set({ role: 'admin' });
        await held.where('user_id', '=', bob).execute();
        accepting = stores.invitations.accept('one', { invitee: { userId: bob }, nowMs: NOON_MS });
        await untilAnybodyWaits(db);
      });
      expect(await accepting).toMatchObject({ ok: true });
      expect(await memberships.findRole(bob, 1)).toBe('admin');
    });
  }

  it('accepts an invitation once when several people accept it at the same time', async () => {
    const { stores, openAgain, users, invite } = await openWithPeople();
    await invite('one', { grant: { kind: 'owner' } });
    const processes = [stores, ...Array.from({ length: 4 }, () => openAgain().stores)];
    const accepted = await Promise.all(
      processes.map((process, index) =>
        process.invitations.accept('one', {
          invitee: { newUser: createNewUser(`eve${index}`) },
          nowMs: NOON_MS,
        }),
      ),
    );
    expect(accepted.filter(({ ok }) => ok)).toHaveLength(1);
    expect(accepted).toContainEqual({ ok: false, reason: 'used' });
    expect(await users.list({ limit: 10 })).toHaveLength(3);
  });

  it('creates one user of one email when two invitations are accepted at the same time', async () => {
    const { stores, openAgain, users, invite } = await openWithPeople();
    await invite('one');
    await invite('two');
    const by = { invitee: { newUser: createNewUser('eve') }, nowMs: NOON_MS };
    const accepted = await Promise.all([
      stores.invitations.accept('one', by),
      openAgain().stores.invitations.accept('two', by),
    ]);
    expect(accepted.filter(({ ok }) => ok)).toHaveLength(1);
    expect(accepted).toContainEqual({ ok: false, reason: 'email_taken' });
    expect(await users.list({ limit: 10 })).toHaveLength(3);
  });

  it('keeps an invitation open when its email is taken or its user is disabled', async () => {
    const { invitations, users, ada, bob, invite } = await openWithPeople();
    await invite('one');
    const newUser = { invitee: { newUser: createNewUser('bob') }, nowMs: NOON_MS };
    expect(await invitations.accept('one', newUser)).toEqual({ ok: false, reason: 'email_taken' });
    // The link tells of no other address from then on.
    const another = { invitee: { newUser: createNewUser('ann') }, nowMs: NOON_MS };
    const known = { invitee: { userId: ada }, nowMs: NOON_MS };
    for (const other of [another, known]) {
      expect(await invitations.accept('one', other)).toEqual({ ok: false, reason: 'unknown' });
    }
    expect(await invitations.find('one')).toMatchObject({ email: 'bob@example.org' });
    await users.disable(bob);
    const inactive = { invitee: { userId: bob }, nowMs: NOON_MS };
    expect(await invitations.accept('one', inactive)).toEqual({ ok: false, reason: 'inactive' });
    await users.enable(bob);
    expect(await invitations.accept('one', inactive)).toMatchObject({ ok: true });
  });

  it('refuses an expired invitation and an unknown token', async () => {
    const { invitations, bob, invite } = await openWithPeople();
    await invite('one');
    const invitee = { userId: bob };
    expect(await invitations.accept('one', { invitee, nowMs: NOON_MS + 1000 })).toEqual({
      ok: false,
      reason: 'expired',
    });
    expect(await invitations.accept('two', { invitee, nowMs: NOON_MS })).toEqual({
      ok: false,
      reason: 'unknown',
    });
  });

  it('lists open invitations, latest first', async () => {
    const { invitations, ada, bob, invite } = await openWithPeople();
    const first = await invite('one');
    const second = await invite('two', { grant: { kind: 'owner' } });
    await invite('three', { expiresAtMs: NOON_MS });
    await invite('four');
    await invitations.accept('four', { invitee: { userId: bob }, nowMs: NOON_MS });
    expect(await invitations.listOpen({ nowMs: NOON_MS, limit: 10 })).toEqual([second, first]);
    expect(await invitations.listOpen({ nowMs: NOON_MS, limit: 1 })).toEqual([second]);
    expect(await invitations.listOpen({ nowMs: NOON_MS, limit: 1, text: 'nobody' })).toEqual([]);
    expect(await invitations.countOpen(ada, NOON_MS)).toBe(2);
    expect(await invitations.countOpen(bob, NOON_MS)).toBe(0);
  });

  it('lists and withdraws an invitation by its project when it is for that project alone', async () => {
    const { invitations, invite } = await openWithPeople();
    const both = await invite('both');
    const api = await invite('api', { grant: { kind: 'member', role: 'viewer', projectIds: [2] } });
    await invite('owner', { grant: { kind: 'owner' } });
    const list = async (projectId: number, isAlone = true) =>
      (await invitations.listOpen({ nowMs: NOON_MS, limit: 9, into: { projectId, isAlone } })).map(
        ({ id }) => id,
      );
    expect(await list(1)).toEqual([]);
    expect(await list(2)).toEqual([api.id]);
    expect(await list(1, false)).toEqual([both.id]);
    expect(await list(2, false)).toEqual([api.id, both.id]);
    expect(await invitations.withdraw(both.id, 1)).toBeUndefined();
    expect(await invitations.withdraw(api.id, 1)).toBeUndefined();
    expect(await invitations.withdraw(api.id, 2)).toBe('');
    expect(await list(2)).toEqual([]);
  });

  it('gives an open invitation that names an address another link, by whoever sends it', async () => {
    const { invitations, bob, invite } = await openWithPeople();
    const old = await invite('old', { email: 'eve@example.org' });
    const blank = await invite('blank');
    const times = { createdAtMs: NOON_MS + 1, expiresAtMs: NOON_MS + 2000 };
    const renewed = { invitedBy: bob, isMailedOnly: true, ...times };
    const into = { projectId: 1, isAlone: false };
    const renew = (id: number, scope = into, createdAtMs = times.createdAtMs) =>
      invitations.renew(id, { ...renewed, tokenHash: 'new', createdAtMs }, { into: scope });
    expect(await renew(blank.id)).toBeUndefined();
    expect(await renew(old.id, { ...into, isAlone: true })).toBeUndefined();
    expect(await renew(old.id, into, old.expiresAtMs)).toBeUndefined();
    expect(await renew(old.id)).toEqual({ ...old, ...renewed });
    expect(await invitations.find('old')).toBeUndefined();
    expect(await invitations.find('new')).toEqual({ ...old, ...renewed });
  });

  it('accepts the invitation of an admin only while they administer all its projects', async () => {
    const { db, invitations, memberships, bob, invite } = await openWithPeople();
    const put = (projectId: number, role: 'admin' | 'member') =>
      memberships.set({ userId: bob, projectId, role, nowMs: NOON_MS });
    await put(1, 'admin');
    await put(2, 'admin');
    const accept = async (token: string) => {
      await invite(token, { invitedBy: bob });
      return (email: string) =>
        invitations.accept(token, { invitee: { newUser: createNewUser(email) }, nowMs: NOON_MS });
    };
    const [first, second, third] = [await accept('1'), await accept('2'), await accept('3')];
    expect(await first('eve')).toMatchObject({ ok: true });
    await put(2, 'member');
    expect(await second('kim')).toEqual({ ok: false, reason: 'unknown' });
    await memberships.remove(bob, 2);
    expect(await second('kim')).toEqual({ ok: false, reason: 'unknown' });
    await put(2, 'admin');
    const setState = (state: 'active' | 'disabled') =>
      db.updateTable('users').set({ state }).where('id', '=', bob).execute();
    const byBob = { invitedBy: bob, grant: AS_MEMBER };
    await setState('disabled');
    expect(await third('kim')).toEqual({ ok: false, reason: 'unknown' });
    expect(await invitations.findMaker(byBob)).toBeUndefined();
    await setState('active');
    expect(await invitations.findMaker(byBob)).toBe('admin');
    expect(await third('kim')).toMatchObject({ ok: true });
  });

  it('withdraws an invitation while nobody has accepted it', async () => {
    const { invitations, bob, invite } = await openWithPeople();
    const { id } = await invite('one');
    expect(await invitations.withdraw(id)).toBe('');
    expect(await invitations.withdraw(id)).toBeUndefined();
    const used = await invite('two');
    await invitations.accept('two', { invitee: { userId: bob }, nowMs: NOON_MS });
    expect(await invitations.withdraw(used.id)).toBeUndefined();
  });

  it('forgets an invitation long after it expired', async () => {
    const { invitations, invite } = await openWithPeople();
    await invite('one');
    const laterMs = NOON_MS + 1000 + accountLimits.invitationRememberedMs;
    await invite('two', { createdAtMs: laterMs });
    expect(await invitations.find('one')).toBeDefined();
    await invite('three', { createdAtMs: laterMs + 1 });
    expect(await invitations.find('one')).toBeUndefined();
  });
});
