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
    expect(await providers.remove(id)).toBe(true);
    expect(await providers.remove(id)).toBe(false);
    expect(await providers.listGroups(id)).toEqual([]);
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
    await identities.noteGroups(EVE, ['ops']);
    expect(await identities.listOf(owner)).toMatchObject([{ groups: ['ops'] }]);
    expect(await identities.unlink(owner, 'https://evil.example')).toBe(false);
    expect(await identities.unlink(owner, EVE.issuer)).toBe(true);
    expect(await identities.listOf(owner)).toEqual([]);
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
