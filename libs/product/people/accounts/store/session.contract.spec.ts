import { expect, it } from '@jest/globals';
import { accountLimits } from '#shared';
import { onEachDatabase, NOON_MS } from '../../../testing/index.ts';
import { addPeople, createNewSession } from '../../../testing/people.ts';

onEachDatabase('SessionStore', ({ openFresh }) => {
  async function openWithPeople() {
    const fresh = await openFresh();
    const [ada, bob] = await addPeople(fresh.stores, ['ada', 'bob']);
    if (!ada || !bob) throw new Error('Nobody there.');
    return { ...fresh, sessions: fresh.stores.sessions, users: fresh.stores.users, ada, bob };
  }

  it('finds a session and its user by token, in every process', async () => {
    const { sessions, openAgain, ada } = await openWithPeople();
    const made = await sessions.create(session(ada.id, 'one', { userAgent: 'Firefox' }));
    expect(made).toEqual({
      id: 1,
      userId: ada.id,
      createdAtMs: NOON_MS,
      lastSeenMs: NOON_MS,
      expiresAtMs: NOON_MS + 1000,
      userAgent: 'Firefox',
      address: '192.0.2.1',
    });
    const found = await openAgain().stores.sessions.find('one', NOON_MS);
    expect(found).toEqual({ session: made, user: ada });
    expect(await sessions.find('two', NOON_MS)).toBeUndefined();
  });

  it('finds no expired session', async () => {
    const { sessions, ada } = await openWithPeople();
    await sessions.create(session(ada.id, 'one'));
    expect(await sessions.find('one', NOON_MS + 999)).toBeDefined();
    expect(await sessions.find('one', NOON_MS + 1000)).toBeUndefined();
    expect(await sessions.list(ada.id, { nowMs: NOON_MS + 1000, limit: 10 })).toEqual([]);
  });

  it('creates no session for a disabled user, or with an outdated password', async () => {
    const { sessions, users, ada, bob } = await openWithPeople();
    await users.disable(bob.id);
    expect(await sessions.create(session(bob.id, 'one'))).toBeUndefined();
    const stale = session(ada.id, 'two', { passwordHash: 'old' });
    expect(await sessions.create(stale)).toBeUndefined();
    expect(await sessions.create(session(99, 'three'))).toBeUndefined();
  });

  it('records how a session began, and when its second factor was proved last', async () => {
    const { sessions, ada } = await openWithPeople();
    const began = { passwordHash: undefined, provider: 'Acme', secondFactor: 'app' } as const;
    const made = await sessions.create(session(ada.id, 'one', began));
    expect(made).toMatchObject({ provider: 'Acme', secondFactor: 'app', confirmedAtMs: NOON_MS });
    const proof = { secondFactor: 'passkey', confirmedAtMs: NOON_MS + 5 } as const;
    expect(await sessions.confirm(made?.id ?? 0, proof)).toBe(true);
    expect(await sessions.find('one', NOON_MS)).toMatchObject({ session: { ...made, ...proof } });
    expect(await sessions.confirm(99, proof)).toBe(false);
  });

  it('records when a session was used last, never set back, without extending it', async () => {
    const { sessions, ada } = await openWithPeople();
    const made = await sessions.create(session(ada.id, 'one'));
    const id = made?.id ?? 0;
    await sessions.noteSeen(id, NOON_MS + 500);
    await sessions.noteSeen(id, NOON_MS + 100);
    const [seen] = await sessions.list(ada.id, { nowMs: NOON_MS + 600, limit: 10 });
    expect(seen).toEqual({ ...made, lastSeenMs: NOON_MS + 500 });
    expect(await sessions.find('one', NOON_MS + 1000)).toBeUndefined();
  });

  it('finds a session by its latest token alone', async () => {
    const { sessions, ada } = await openWithPeople();
    const made = await sessions.create(session(ada.id, 'one'));
    expect(await sessions.replaceToken('one', 'two')).toBe(true);
    expect(await sessions.replaceToken('one', 'three')).toBe(false);
    expect(await sessions.find('one', NOON_MS)).toBeUndefined();
    expect(await sessions.find('two', NOON_MS)).toMatchObject({ session: made });
  });

  it('lists the sessions of one user, latest seen first', async () => {
    const { sessions, ada, bob } = await openWithPeople();
    const first = await sessions.create(session(ada.id, 'one'));
    const second = await sessions.create(session(ada.id, 'two'));
    const third = await sessions.create(session(ada.id, 'three'));
    await sessions.create(session(bob.id, 'four'));
    await sessions.noteSeen(first?.id ?? 0, NOON_MS + 1);
    const list = async (limit: number) =>
      (await sessions.list(ada.id, { nowMs: NOON_MS, limit })).map(({ id }) => id);
    expect(await list(10)).toEqual([first?.id, third?.id, second?.id]);
    expect(await list(1)).toEqual([first?.id]);
  });

  it('ends a session of the user, and none of another user', async () => {
    const { sessions, ada, bob } = await openWithPeople();
    const made = await sessions.create(session(ada.id, 'one'));
    expect(await sessions.end(bob.id, made?.id ?? 0)).toBe(false);
    expect(await sessions.end(ada.id, made?.id ?? 0)).toBe(true);
    expect(await sessions.end(ada.id, made?.id ?? 0)).toBe(false);
    expect(await sessions.find('one', NOON_MS)).toBeUndefined();
  });

  it('ends the session of a token', async () => {
    const { sessions, ada } = await openWithPeople();
    await sessions.create(session(ada.id, 'one'));
    expect(await sessions.endByToken('one')).toBe(true);
    expect(await sessions.endByToken('one')).toBe(false);
  });

  it('ends all sessions of one user, or all but one', async () => {
    const { sessions, ada, bob } = await openWithPeople();
    const kept = await sessions.create(session(ada.id, 'one'));
    await sessions.create(session(ada.id, 'two'));
    await sessions.create(session(ada.id, 'three'));
    await sessions.create(session(bob.id, 'four'));
    expect(await sessions.endAll(ada.id, { exceptId: kept?.id })).toBe(2);
    expect(await sessions.endAll(ada.id)).toBe(1);
    expect(await sessions.find('four', NOON_MS)).toBeDefined();
  });

  it('drops expired sessions when another session is created', async () => {
    const { sessions, ada, bob } = await openWithPeople();
    await sessions.create(session(bob.id, 'old'));
    await sessions.create(session(ada.id, 'new', { createdAtMs: NOON_MS + 2000 }));
    expect(await sessions.find('old', NOON_MS)).toBeUndefined();
  });

  it('keeps a limited number of sessions of a user, the latest seen', async () => {
    const { sessions, ada, bob } = await openWithPeople();
    await sessions.create(session(bob.id, 'other'));
    for (let index = 0; index <= accountLimits.sessionsPerUser; index += 1) {
      await sessions.create(session(ada.id, `token ${index}`, { createdAtMs: NOON_MS + index }));
    }
    expect(await sessions.list(ada.id, { nowMs: NOON_MS, limit: 1000 })).toHaveLength(
      accountLimits.sessionsPerUser,
    );
    expect(await sessions.find('token 0', NOON_MS)).toBeUndefined();
    expect(await sessions.find('token 1', NOON_MS)).toBeDefined();
    expect(await sessions.find('other', NOON_MS)).toBeDefined();
  });

  it('cuts a long user agent and a long address', async () => {
    const { sessions, ada } = await openWithPeople();
    const made = await sessions.create(
      session(ada.id, 'one', { userAgent: `\u0000${'🙂'.repeat(500)}`, address: 'a'.repeat(99) }),
    );
    expect(made?.userAgent).toHaveLength(accountLimits.userAgentLength);
    expect(made?.address).toHaveLength(accountLimits.addressLength);
  });
});

const session: typeof createNewSession = (userId, tokenHash, traits) =>
  createNewSession(userId, tokenHash, { passwordHash: 'hash', ...traits });
