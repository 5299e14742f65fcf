import { expect, it } from '@jest/globals';
import { onEachDatabase, NOON_MS } from '../../../testing/index.ts';
import {
  addPeople,
  createNewInvitation,
  createNewSession,
  createNewUser,
} from '../../../testing/people.ts';

onEachDatabase('UserStore', ({ openFresh }) => {
  async function openWith(...names: string[]) {
    const fresh = await openFresh();
    const people = await addPeople(fresh.stores, names);
    const ids = people.map(({ id }) => id);
    const [ada = 0, bob = 0, eve = 0] = ids;
    return { ...fresh, users: fresh.stores.users, people, ids, ada, bob, eve };
  }

  it('makes an owner of the first user', async () => {
    const { users } = await openWith();
    expect(await users.hasAny()).toBe(false);
    const made = await users.createFirstOwner(
      { email: 'Ada@Example.org', emailKey: 'ada@example.org', passwordHash: 'hash' },
      NOON_MS,
    );
    expect(made).toEqual({
      id: 1,
      email: 'Ada@Example.org',
      isOwner: true,
      state: 'active',
      createdAtMs: NOON_MS,
    });
    expect(await users.find(1)).toEqual(made);
    expect(await users.hasAny()).toBe(true);
  });

  it('makes one owner when several processes are set up at the same time', async () => {
    const { stores, openAgain } = await openWith();
    const processes = [stores, ...Array.from({ length: 4 }, () => openAgain().stores)];
    const made = await Promise.all(
      processes.map((process, index) =>
        process.users.createFirstOwner(createNewUser(`person ${index}`), NOON_MS),
      ),
    );
    expect(made.filter(Boolean)).toHaveLength(1);
    expect(await stores.users.list({ limit: 10 })).toEqual(made.filter(Boolean));
  });

  it('makes no second first owner, not even when the first one was removed', async () => {
    const { users, ada, bob } = await openWith('ada', 'bob');
    await users.setOwner(bob, true);
    await users.remove(ada);
    expect(await users.createFirstOwner(createNewUser('eve'), NOON_MS)).toBeUndefined();
  });

  it('lists users by id, even disabled and removed ones', async () => {
    const { users, ada, bob, eve } = await openWith('ada', 'bob', 'eve');
    await users.disable(bob);
    await users.remove(eve);
    const listed = await users.listByIds([eve, bob, 99]);
    expect(listed).toMatchObject([
      { id: bob, name: 'bob', state: 'disabled' },
      { id: eve, name: 'eve', state: 'removed' },
    ]);
    expect(await users.listByIds([])).toEqual([]);
    expect(await users.listByIds([ada])).toHaveLength(1);
  });

  it('finds credentials by email and by id, of active users alone', async () => {
    const { users, people, bob } = await openWith('ada', 'bob');
    const found = { user: people[1], passwordHash: 'hash' };
    expect(await users.findCredentials({ emailKey: 'bob@example.org' })).toEqual(found);
    expect(await users.findCredentials({ userId: bob })).toEqual(found);
    expect(await users.findCredentials({ emailKey: 'eve@example.org' })).toBeUndefined();
    expect(await users.findCredentials({ emailKey: 'bob\u0000@example.org' })).toBeUndefined();
    await users.disable(bob);
    expect(await users.findCredentials({ emailKey: 'bob@example.org' })).toBeUndefined();
    await users.enable(bob);
    expect(await users.findCredentials({ emailKey: 'bob@example.org' })).toEqual(found);
  });

  it('finds an active user by email', async () => {
    const { users, people, bob } = await openWith('ada', 'bob');
    expect(await users.findActive('bob@example.org')).toEqual(people[1]);
    expect(await users.findActive('eve@example.org')).toBeUndefined();
    await users.disable(bob);
    expect(await users.findActive('bob@example.org')).toBeUndefined();
  });

  it('lists users page by page, without removed ones', async () => {
    const { users, bob, eve } = await openWith('ada', 'bob', 'eve', 'kim');
    await users.remove(bob);
    await users.disable(eve);
    const page = await users.list({ limit: 2 });
    expect(page.map(({ name, state }) => [name, state])).toEqual([
      ['ada', 'active'],
      ['eve', 'disabled'],
    ]);
    const next = await users.list({ limit: 2, afterId: page[1]?.id ?? 0 });
    expect(next.map(({ name }) => name)).toEqual(['kim']);
    const found = async (text: string) =>
      (await users.list({ limit: 9, text })).map(({ name }) => name);
    expect(await found('K')).toEqual(['kim']);
    expect(await found('a@example')).toEqual(['ada']);
    expect(await found('%')).toEqual([]);
  });

  it('sets and unsets the name of a user', async () => {
    const { users, ada } = await openWith('ada');
    expect(await users.setName(ada, 'Ada L.')).toBe(true);
    expect((await users.find(ada))?.name).toBe('Ada L.');
    await users.setName(ada, undefined);
    expect((await users.find(ada))?.name).toBeUndefined();
    expect(await users.setName(99, 'x')).toBe(false);
  });

  it('never takes the last owner away', async () => {
    const { users, ada, bob } = await openWith('ada', 'bob');
    const before = await users.list({ limit: 10 });
    expect(await users.setOwner(ada, false)).toBe('last_owner');
    expect(await users.disable(ada)).toBe('last_owner');
    expect(await users.remove(ada)).toBe('last_owner');
    expect(await users.list({ limit: 10 })).toEqual(before);
    expect(await users.setOwner(bob, true)).toBe('changed');
    expect(await users.setOwner(ada, false)).toBe('changed');
    expect(await users.disable(bob)).toBe('last_owner');
  });

  it('removes what only the removed person had: identities, preferences, alerts, searches', async () => {
    const { stores, db, ids, ada, bob } = await openWith('ada', 'bob');
    for (const userId of ids) {
      const search = { name: 'Mine', query: '', sort: 'lastSeen', isDefault: false } as const;
      await stores.savedSearches.save({ userId, ...search });
      await stores.preferences.set(userId, 'density', 'dense');
      await stores.personalAlerts.set(userId, await stores.personalAlerts.get(userId));
      const identity = { issuer: 'https://id.example', subject: `${userId}`, linkedAtMs: 1 };
      await stores.identities.link({ ...identity, userId, groups: [] });
    }
    await stores.users.remove(bob);
    for (const table of ['saved_searches', 'user_preferences', 'personal_alerts', 'identities']) {
      const rows = await db
        .selectFrom(table as 'identities')
        .selectAll()
        .execute();
      expect(rows).toMatchObject([{ user_id: ada }]);
    }
  });

  it('does not count a disabled user as an owner', async () => {
    const { users, ada, bob } = await openWith('ada', 'bob');
    await users.setOwner(bob, true);
    expect(await users.disable(bob)).toBe('changed');
    expect(await users.setOwner(ada, false)).toBe('last_owner');
  });

  it('keeps one owner when both owners are taken away at the same time', async () => {
    const { stores, openAgain, ada, bob } = await openWith('ada', 'bob');
    const other = openAgain().stores;
    for (let round = 0; round < 15; round += 1) {
      await Promise.all([stores.users.setOwner(ada, true), other.users.setOwner(bob, true)]);
      const changes = await Promise.all([
        stores.users.setOwner(ada, false),
        other.users.setOwner(bob, false),
      ]);
      expect(changes.toSorted()).toEqual(['changed', 'last_owner']);
    }
  });

  it('keeps one owner when all are demoted, disabled or removed at the same time', async () => {
    const { stores, openAgain, ids, ada, bob, eve } = await openWith('ada', 'bob', 'eve');
    for (const id of ids) await stores.users.setOwner(id, true);
    const changes = await Promise.all([
      stores.users.setOwner(ada, false),
      openAgain().stores.users.disable(bob),
      openAgain().stores.users.remove(eve),
    ]);
    expect(changes.toSorted()).toEqual(['changed', 'changed', 'last_owner']);
    const owners = (await stores.users.list({ limit: 10 })).filter(
      ({ isOwner, state }) => isOwner && state === 'active',
    );
    expect(owners).toHaveLength(1);
  });

  it('reports removed and unknown users as unknown to every change', async () => {
    const { users, bob } = await openWith('ada', 'bob');
    expect(await users.remove(bob)).toBe('changed');
    for (const id of [bob, 99]) {
      expect(await users.setOwner(id, true)).toBe('unknown');
      expect(await users.disable(id)).toBe('unknown');
      expect(await users.enable(id)).toBe('unknown');
      expect(await users.remove(id)).toBe('unknown');
    }
  });

  it('changes and tells nothing about a user who is so already', async () => {
    const { stores, users, ada, bob } = await openWith('ada', 'bob');
    await stores.invitations.create(createNewInvitation('theirs', { invitedBy: bob }));
    const tell = () => Promise.reject(new Error('It is told.'));
    expect(await users.setOwner(ada, true, tell)).toBe('unknown');
    expect(await users.setOwner(bob, false, tell)).toBe('unknown');
    expect(await users.enable(bob, tell)).toBe('unknown');
    expect(await stores.invitations.find('theirs')).toBeDefined();
  });

  it('makes no disabled user an owner', async () => {
    const { users, bob } = await openWith('ada', 'bob');
    await users.disable(bob);
    expect(await users.setOwner(bob, true)).toBe('unknown');
  });

  it('keeps the name of a removed user, and frees the email', async () => {
    const { stores, users, bob } = await openWith('ada', 'bob');
    await users.remove(bob);
    expect(await users.find(bob)).toMatchObject({ name: 'bob', state: 'removed' });
    expect(await users.findCredentials({ userId: bob })).toBeUndefined();
    await stores.invitations.create(createNewInvitation('again'));
    const invitee = { newUser: createNewUser('bob') };
    expect(await stores.invitations.accept('again', { invitee, nowMs: NOON_MS })).toMatchObject({
      ok: true,
    });
  });

  it('withdraws the open invitations to the email of a removed user', async () => {
    const { stores, users, bob } = await openWith('ada', 'bob');
    for (const email of ['BOB@example.org', 'bobby@example.org']) {
      await stores.invitations.create(createNewInvitation(email, { email }));
    }
    await users.remove(bob);
    expect(await stores.invitations.find('BOB@example.org')).toBeUndefined();
    expect(await stores.invitations.find('bobby@example.org')).toBeDefined();
  });

  it('ends the sessions and open invitations of a user who is disabled', async () => {
    const { stores, users, bob } = await openWith('ada', 'bob');
    await stores.sessions.create(createNewSession(bob, 'token'));
    await stores.invitations.create(createNewInvitation('theirs', { invitedBy: bob }));
    await users.disable(bob);
    await users.enable(bob);
    expect(await stores.sessions.find('token', NOON_MS)).toBeUndefined();
    expect(await stores.invitations.find('theirs')).toBeUndefined();
  });

  it('replaces a password hash that is still the same, and keeps sessions', async () => {
    const { stores, users, ada } = await openWith('ada');
    await stores.sessions.create(createNewSession(ada, 'token'));
    expect(await users.replacePasswordHash(ada, { from: 'other', to: 'x' })).toBe(false);
    expect(await users.replacePasswordHash(ada, { from: 'hash', to: 'better' })).toBe(true);
    expect((await users.findCredentials({ userId: ada }))?.passwordHash).toBe('better');
    expect(await stores.sessions.find('token', NOON_MS)).toBeDefined();
  });

  it('changes a password and ends all sessions but one', async () => {
    const { stores, users, ada } = await openWith('ada');
    const kept = await stores.sessions.create(createNewSession(ada, 'kept'));
    await stores.sessions.create(createNewSession(ada, 'other'));
    const change = { from: 'hash', to: 'new', keptSessionId: kept?.id ?? 0 };
    expect(await users.changePassword(ada, { ...change, from: 'wrong' })).toBe(false);
    expect(await stores.sessions.find('other', NOON_MS)).toBeDefined();
    expect(await users.changePassword(ada, change)).toBe(true);
    expect(await stores.sessions.find('kept', NOON_MS)).toBeDefined();
    expect(await stores.sessions.find('other', NOON_MS)).toBeUndefined();
  });

  it('lets no session with the old password survive a change at the same time', async () => {
    const { stores, openAgain, ada } = await openWith('ada');
    const other = openAgain().stores;
    for (let round = 0; round < 10; round += 1) {
      const from = round === 0 ? 'hash' : `hash ${round - 1}`;
      await Promise.all([
        other.sessions.create({ ...createNewSession(ada, `token ${round}`), passwordHash: from }),
        stores.users.changePassword(ada, { from, to: `hash ${round}` }),
        other.sessions.create({ ...createNewSession(ada, `late ${round}`), passwordHash: from }),
      ]);
      expect(await stores.sessions.list(ada, { nowMs: NOON_MS, limit: 10 })).toEqual([]);
    }
  });
});
