import { expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { createStores } from '#product';
import { ACME, onEachDatabase, NOON_MS } from '../../../testing/index.ts';
import { addPeople, createNewSession } from '../../../testing/people.ts';

const EVE = { issuer: ACME.issuer, subject: 'eve', linkedAtMs: NOON_MS, groups: ['dev'] };

onEachDatabase('sign-in providers', ({ openFresh }) => {
  it('are added, changed and removed, and keep their secret when none is given', async () => {
    const { stores, database } = await openFresh();
    const { providers } = stores;
    const id = (await providers.add(ACME)) ?? 0;
    expect(await providers.add({ ...ACME, name: 'Another' })).toBeUndefined();
    expect(await providers.find({ slug: 'acme' })).toEqual({ id, ...ACME });
    const { clientSecret: _, ...facts } = { ...ACME, name: 'Acme 2', sessionDays: 1 };
    expect(await providers.change(id, facts)).toBe(true);
    expect(await providers.list()).toEqual([{ id, ...facts, clientSecret: 'a secret' }]);
    await providers.change(id, { ...facts, clientSecret: 'another' });
    expect(await providers.find({ id })).toMatchObject({ clientSecret: 'another' });
    const other = createStores(database, { secret: 'x'.repeat(32) }).providers;
    expect((await other.find({ id }))?.clientSecret).toBeUndefined();
    expect(await providers.change(99, facts)).toBe(false);
    await providers.addGroup(id, { group: 'dev', role: 'member', projectIds: [1, 2] });
    expect(await providers.remove(id)).toBe('removed');
    expect(await providers.remove(id)).toBe('unknown');
    expect(await providers.listGroups(id)).toEqual([]);
  });

  it('keep the last of two that are removed at the same time while passwords are off', async () => {
    const { stores, openAgain } = await openFresh();
    const ids = [
      await stores.providers.add(ACME),
      await stores.providers.add({ ...ACME, slug: 'b' }),
    ];
    await stores.passwordRule.switchOff(1, NOON_MS);
    const removed = await Promise.all(
      [stores, openAgain().stores].map(({ providers }, at) => providers.remove(ids[at] ?? 0)),
    );
    expect(removed.toSorted()).toEqual(['last', 'removed']);
    const [{ id } = { id: 0 }] = await stores.providers.list();
    expect(await stores.providers.remove(id, { others: 1 })).toBe('removed');
  });

  it('keep their groups when their removal fails', async () => {
    const { stores, db } = await openFresh();
    const { providers } = stores;
    const id = (await providers.add(ACME)) ?? 0;
    await providers.addGroup(id, { group: 'dev', role: 'member', projectIds: [1] });
    await sql`create table held (id bigint references sign_in_providers (id))`.execute(db);
    await sql`insert into held values (${id})`.execute(db);
    await expect(providers.remove(id)).rejects.toThrow(/constraint/i);
    expect(await providers.listGroups(id)).toHaveLength(1);
  });

  it('have groups with roles, each provider its own', async () => {
    const { providers } = (await openFresh()).stores;
    await providers.addGroup(0, { group: '*', role: 'viewer', projectIds: 'all' });
    await providers.addGroup(1, { group: 'dev', role: 'member', projectIds: [2] });
    expect(await providers.listGroups(0)).toMatchObject([
      { group: '*', role: 'viewer', projectIds: 'all' },
    ]);
    const [dev] = await providers.listGroups(1);
    expect(dev).toMatchObject({ group: 'dev', role: 'member', projectIds: [2] });
    expect(await providers.removeGroup(0, dev?.id ?? 0)).toBe(false);
    expect(await providers.removeGroup(1, dev?.id ?? 0)).toBe(true);
  });

  it('link a person, by issuer and subject, to one account', async () => {
    const { stores, openAgain } = await openFresh();
    const [ada, bob] = (await addPeople(stores, ['ada', 'bob'])).map(({ id }) => id);
    const { identities } = stores;
    const other = openAgain().stores.identities;
    const linked = await Promise.all([
      identities.link({ ...EVE, userId: ada! }),
      other.link({ ...EVE, userId: bob! }),
    ]);
    expect(linked.filter(Boolean)).toHaveLength(1);
    const owner = linked[0] ? ada! : bob!;
    expect(await identities.find(EVE)).toEqual({ ...EVE, userId: owner });
    expect(await identities.find({ ...EVE, subject: 'Eve' })).toBeUndefined();
    expect(await identities.find({ ...EVE, issuer: 'https://evil.example' })).toBeUndefined();
    await identities.note(EVE, { groups: ['ops'] });
    const named = { groups: ['ops'], address: 'eve@example.org' };
    await identities.note(EVE, { address: named.address });
    expect(await identities.listOf(owner)).toMatchObject([named]);
    expect(await identities.listLinked([ada!, bob!])).toEqual(new Set([owner]));
    expect(await identities.unlink(owner, 'https://evil.example')).toBe(false);
    expect(await identities.unlink(owner, EVE.issuer)).toBe(true);
    expect(await identities.listOf(owner)).toEqual([]);
  });

  it('link a person once with an issuer, and end with a link the sessions that it opened', async () => {
    const { stores, openAgain } = await openFresh();
    const userId = (await addPeople(stores, ['ada']))[0]!.id;
    const { identities, sessions, vouchedSessions } = stores;
    const begin = async (tokenHash: string, subject?: string) => {
      const { id: sessionId } = (await sessions.create(createNewSession(userId, tokenHash)))!;
      const opened = { sessionId, providerId: 1, issuer: EVE.issuer, checkedAtMs: NOON_MS };
      if (subject !== undefined) await vouchedSessions.add({ ...opened, subject });
      return sessionId;
    };
    const list = async () =>
      (await sessions.list(userId, { nowMs: NOON_MS, limit: 9 })).map(({ id }) => id);
    const own = await begin('by a password');
    await identities.link({ ...EVE, userId });
    await begin('former', EVE.subject);
    await Promise.all([
      identities.link({ ...EVE, subject: 'b', userId }),
      openAgain().stores.identities.link({ ...EVE, subject: 'c', userId }),
    ]);
    const [{ subject } = EVE, ...others] = await identities.listOf(userId);
    expect([subject, others]).toEqual([expect.stringMatching(/^[bc]$/), []]);
    expect(await list()).toEqual([own]);
    const kept = await begin('kept', subject);
    await begin('another', subject);
    await identities.unlink(userId, EVE.issuer, { keptSessionId: kept });
    expect(await list()).toEqual([kept, own]);
    expect(await vouchedSessions.find(await begin('late', subject))).toBeUndefined();
  });

  it('forget a removed person, who can then be linked anew', async () => {
    const { stores } = await openFresh();
    const [, bob, eve] = (await addPeople(stores, ['ada', 'bob', 'eve'])).map(({ id }) => id);
    const { identities, users } = stores;
    await identities.link({ ...EVE, userId: bob! });
    expect(await identities.link({ ...EVE, userId: eve! })).toBe(false);
    await users.remove(bob!);
    expect(await identities.find(EVE)).toBeUndefined();
    expect(await identities.link({ ...EVE, userId: eve! })).toBe(true);
    expect(await identities.find(EVE)).toMatchObject({ userId: eve });
  });

  it('vouch for sessions, one check at a time, until the session ends', async () => {
    const { stores, database, openAgain } = await openFresh();
    const [ada] = await addPeople(stores, ['ada']);
    await stores.identities.link({ ...EVE, userId: ada!.id });
    const session = await stores.sessions.create(createNewSession(ada!.id, 'a hash'));
    const { vouchedSessions } = stores;
    const sessionId = session!.id;
    const vouched = { sessionId, providerId: 1, issuer: ACME.issuer, subject: 'eve' };
    const added = { ...vouched, refreshToken: 'a token', checkedAtMs: NOON_MS };
    await vouchedSessions.add(added);
    const read = (await vouchedSessions.find(sessionId))!;
    expect(read).toEqual(added);
    const other = createStores(database, { secret: 'x'.repeat(32) }).vouchedSessions;
    expect((await other.find(sessionId))?.refreshToken).toBeUndefined();
    await vouchedSessions.note(read, { dueSinceMs: NOON_MS + 1 });
    const claims = await Promise.all(
      [vouchedSessions, openAgain().stores.vouchedSessions].map((store) =>
        store.note(read, { triedAtMs: 2 }),
      ),
    );
    expect(claims.filter(Boolean)).toHaveLength(1);
    expect(await vouchedSessions.find(sessionId)).toMatchObject({
      dueSinceMs: NOON_MS + 1,
      triedAtMs: 2,
    });
    const renewed = { sessionId, refreshToken: 'the next', checkedAtMs: NOON_MS + 3 };
    await vouchedSessions.renew(renewed);
    expect(await vouchedSessions.note(read, { triedAtMs: 4 })).toBe(false);
    expect(await vouchedSessions.find(sessionId)).toEqual({ ...vouched, ...renewed });
    await stores.sessions.end(ada!.id, sessionId);
    await vouchedSessions.renew(renewed);
    expect(await vouchedSessions.find(sessionId)).toBeUndefined();
  });

  it('can be made the only way to sign in, by switching passwords off', async () => {
    const { passwordRule } = (await openFresh()).stores;
    expect(await passwordRule.findOwnerId()).toBeUndefined();
    expect(await passwordRule.switchOff(7, NOON_MS)).toBe(true);
    expect(await passwordRule.switchOff(8, NOON_MS)).toBe(false);
    expect(await passwordRule.findOwnerId()).toBe(7);
    expect(await passwordRule.switchOn()).toBe(true);
    expect(await passwordRule.switchOn()).toBe(false);
    expect(await passwordRule.findOwnerId()).toBeUndefined();
  });
});
