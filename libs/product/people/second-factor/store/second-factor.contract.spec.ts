import { expect, it } from '@jest/globals';
import { createStores } from '#product';
import { onEachDatabase, NOON_MS } from '../../../testing/index.ts';
import { addPeople, createNewSession } from '../../../testing/people.ts';

const KEY = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

onEachDatabase('SecondFactorStore', ({ openFresh }) => {
  async function openWithPeople() {
    const fresh = await openFresh();
    const [ada, bob] = await addPeople(fresh.stores, ['ada', 'bob']);
    const { secondFactors: factors, passkeys, sessions } = fresh.stores;
    const signIn = async (tokenHash: string) => {
      const made = await sessions.create(createNewSession(ada!.id, tokenHash));
      return made!.id;
    };
    const setUp = async (userId: number, hashes: readonly string[] = []) => {
      await factors.beginApp(userId, KEY, NOON_MS);
      const { seal } = (await factors.findApp(userId, { isPending: true }))!;
      await factors.finishApp(userId, { seal, step: 5, hashes, keptSessionId: 0, nowMs: NOON_MS });
    };
    return { ...fresh, factors, passkeys, sessions, ada: ada!.id, bob: bob!.id, signIn, setUp };
  }

  it('sets up an app with its first right code, and ends the other sessions', async () => {
    const { factors, sessions, ada, bob, signIn } = await openWithPeople();
    const [kept, other] = [await signIn('kept'), await signIn('other')];
    expect(await factors.beginApp(ada, KEY, NOON_MS)).toBe(true);
    expect(await factors.has(ada)).toBe(false);
    const { seal, secret } = (await factors.findApp(ada, { isPending: true }))!;
    expect(secret).toBe(KEY);
    expect(await factors.findApp(ada, { isPending: false })).toBeUndefined();
    const later = { isPending: true, sinceMs: NOON_MS + 1 };
    expect(await factors.findApp(ada, later)).toBeUndefined();
    expect(await factors.describe(ada)).toEqual({ isAppPending: true, recoveryCodes: 0 });
    const finish = { seal, step: 5, hashes: ['a', 'b'], keptSessionId: kept, nowMs: NOON_MS + 5 };
    expect(await factors.finishApp(ada, { ...finish, seal: 'of another' })).toBe(false);
    expect(await factors.finishApp(ada, finish)).toBe(true);
    expect(await factors.finishApp(ada, finish)).toBe(false);
    expect(await factors.has(ada)).toBe(true);
    expect(await factors.listWith([ada, bob])).toEqual(new Set([ada]));
    expect(await factors.describe(ada)).toEqual({
      appSinceMs: NOON_MS + 5,
      isAppPending: false,
      recoveryCodes: 2,
    });
    const left = await sessions.list(ada, { nowMs: NOON_MS, limit: 9 });
    expect(left).toMatchObject([{ id: kept, secondFactor: 'app', confirmedAtMs: NOON_MS + 5 }]);
    expect(left.some(({ id }) => id === other)).toBe(false);
    expect(await factors.beginApp(ada, 'ANOTHER', NOON_MS)).toBe(false);
    expect(await factors.findApp(ada, { isPending: false })).toMatchObject({ secret: KEY });
  });

  it('accepts the code of a period once, even at the same time, and no older code', async () => {
    const { factors, openAgain, ada, setUp } = await openWithPeople();
    await setUp(ada);
    expect(await factors.takeStep(ada, 5)).toBe(false);
    const other = openAgain().stores.secondFactors;
    const taken = await Promise.all([factors.takeStep(ada, 7), other.takeStep(ada, 7)]);
    expect(taken.filter(Boolean)).toHaveLength(1);
    expect(await factors.takeStep(ada, 6)).toBe(false);
    expect(await factors.takeStep(ada, 8)).toBe(true);
  });

  it('keeps one set of recovery codes when several are made at the same time', async () => {
    const { factors, ada, openAgain } = await openWithPeople();
    await factors.replaceRecoveryCodes(ada, ['old']);
    const others = Array.from({ length: 4 }, () => openAgain().stores.secondFactors);
    await Promise.all(
      others.map((each, set) => each.replaceRecoveryCodes(ada, [`${set} one`, `${set} two`])),
    );
    expect(await factors.describe(ada)).toMatchObject({ recoveryCodes: 2 });
  });

  it('accepts a recovery code once, and no replaced code', async () => {
    const { factors, openAgain, ada, bob, setUp } = await openWithPeople();
    await setUp(ada, ['one', 'two']);
    expect(await factors.takeRecoveryCode(bob, 'one')).toBe(false);
    const other = openAgain().stores.secondFactors;
    const taken = await Promise.all([
      factors.takeRecoveryCode(ada, 'one'),
      other.takeRecoveryCode(ada, 'one'),
    ]);
    expect(taken.filter(Boolean)).toHaveLength(1);
    await factors.replaceRecoveryCodes(ada, ['three']);
    expect(await factors.takeRecoveryCode(ada, 'two')).toBe(false);
    expect(await factors.describe(ada)).toMatchObject({ recoveryCodes: 1 });
  });

  it('removes all factors of a person, and the confirmation of their sessions', async () => {
    const { factors, passkeys, sessions, ada, setUp, signIn } = await openWithPeople();
    expect(await factors.remove(ada)).toBe(false);
    await setUp(ada, ['one']);
    await passkeys.add(ada, passkey('p1'), BEGUN);
    const id = await signIn('mine');
    await sessions.confirm(id, { secondFactor: 'app', confirmedAtMs: NOON_MS });
    expect(await factors.remove(ada)).toBe(true);
    expect(await factors.has(ada)).toBe(false);
    expect(await passkeys.list(ada)).toEqual([]);
    const [mine] = await sessions.list(ada, { nowMs: NOON_MS, limit: 9 });
    expect(mine?.confirmedAtMs).toBeUndefined();
  });

  it('opens no secret that another ERRATA_SECRET has encrypted', async () => {
    const { factors, database, ada } = await openWithPeople();
    await factors.beginApp(ada, KEY, NOON_MS);
    const other = createStores(database, { secret: 'x'.repeat(32) }).secondFactors;
    expect(await other.findApp(ada, { isPending: true })).toBeUndefined();
    expect(await other.beginApp(ada, KEY, NOON_MS)).toBe(true);
  });

  it('accepts passkeys as a second factor, up to ten of a person, each registered once', async () => {
    const { factors, passkeys, ada, bob } = await openWithPeople();
    expect(await passkeys.add(ada, passkey('p0'), BEGUN)).toBe('first');
    expect(await passkeys.add(bob, passkey('p0'), BEGUN)).toBe('refused');
    expect(await factors.has(ada)).toBe(true);
    expect(await factors.has(bob)).toBe(false);
    for (let more = 1; more < 10; more += 1) {
      expect(await passkeys.add(ada, passkey(`p${more}`), BEGUN)).toBe('further');
    }
    expect(await passkeys.add(ada, passkey('p10'), BEGUN)).toBe('refused');
    const [first] = await passkeys.list(ada);
    expect(first).toMatchObject({ credentialId: 'p0', counter: 1, name: 'Key' });
    expect(Buffer.from(first!.publicKey).toString()).toBe('p0');
    const answer = { untilMs: NOON_MS + 50, counter: 2, nowMs: NOON_MS + 9 };
    expect(await passkeys.take(first!.id, answer)).toBe(true);
    expect(await passkeys.take(first!.id, answer)).toBe(false);
    expect(await passkeys.take(first!.id, { ...answer, untilMs: NOON_MS + 49 })).toBe(false);
    expect((await passkeys.list(ada))[0]).toMatchObject({ counter: 2, lastUsedAtMs: NOON_MS + 9 });
    expect(await passkeys.remove(bob, first!.id)).toBe(false);
    expect(await passkeys.remove(ada, first!.id)).toBe(true);
  });

  it('ends the other sessions with the first passkey, and adds none where that fails', async () => {
    const { factors, passkeys, sessions, ada, signIn } = await openWithPeople();
    const [kept] = [await signIn('kept'), await signIn('other')];
    const begun = { keptSessionId: kept, hashes: ['one', 'one'], nowMs: NOON_MS };
    await expect(passkeys.add(ada, passkey('p0'), begun)).rejects.toBeInstanceOf(Error);
    expect(await passkeys.list(ada)).toEqual([]);
    expect(await sessions.list(ada, { nowMs: NOON_MS, limit: 9 })).toHaveLength(2);
    await passkeys.add(ada, passkey('p0'), { ...begun, hashes: ['one'] });
    expect(await factors.describe(ada)).toMatchObject({ recoveryCodes: 1 });
    expect(await sessions.list(ada, { nowMs: NOON_MS, limit: 9 })).toMatchObject([
      { id: kept, secondFactor: 'passkey' },
    ]);
  });

  it('remembers since when everybody needs a second factor, until the rule ends', async () => {
    const { secondFactorRule: rule } = (await openWithPeople()).stores;
    expect(await rule.findRequiredSinceMs()).toBeUndefined();
    expect(await rule.require(NOON_MS)).toBe(true);
    expect(await rule.require(NOON_MS + 1)).toBe(false);
    expect(await rule.findRequiredSinceMs()).toBe(NOON_MS);
    expect(await rule.allowNone()).toBe(true);
    expect(await rule.allowNone()).toBe(false);
  });
});

const BEGUN = { keptSessionId: 0, hashes: [], nowMs: NOON_MS };

function passkey(credentialId: string) {
  const publicKey = Buffer.from(credentialId);
  return { credentialId, publicKey, counter: 1, name: 'Key', createdAtMs: NOON_MS };
}
