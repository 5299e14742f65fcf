import { expect, it } from '@jest/globals';
import { tokenLimits } from '#shared';
import { addPeople, onEachDatabase, NOON_MS } from '../../../testing/index.ts';
import { hashToken } from './hash-token.ts';
import type { NewToken } from './token.types.ts';

const fresh = (text: string, traits: Partial<NewToken> = {}): NewToken => ({
  hash: hashToken(text),
  hint: text.slice(-4),
  name: `the token ${text}`,
  scopes: ['org:ci', 'org:read', 'org:ci'],
  createdAtMs: NOON_MS,
  ...traits,
});

onEachDatabase('TokenStore', ({ openFresh }) => {
  it('finds a token by its hash, with its owner and each scope once', async () => {
    const { stores } = await openFresh();
    const [ann] = await addPeople(stores, ['ann']);
    const ofAll = await stores.tokens.create(fresh('of all'));
    const own = await stores.tokens.create(fresh('own', { userId: ann!.id, madeBy: ann!.id }));
    expect(await stores.tokens.find(hashToken('of all'))).toEqual({ token: ofAll });
    expect(await stores.tokens.find(hashToken('own'))).toEqual({ token: own, user: ann });
    expect(own).toMatchObject({ scopes: ['org:ci', 'org:read'], hint: 'own', userId: ann!.id });
    expect(await stores.tokens.find(hashToken('another'))).toBeUndefined();
  });

  it('finds no token of a disabled person', async () => {
    const { stores } = await openFresh();
    const [, bob] = await addPeople(stores, ['ann', 'bob']);
    await stores.tokens.create(fresh('own', { userId: bob!.id }));
    await stores.users.disable(bob!.id);
    expect(await stores.tokens.find(hashToken('own'))).toBeUndefined();
  });

  it('withdraws a token for its owner alone, with audit entries', async () => {
    const { stores } = await openFresh();
    const [ann, bob] = await addPeople(stores, ['ann', 'bob']);
    const { tokens, audit } = stores;
    const { id } = (await tokens.create(fresh('own', { userId: ann!.id, madeBy: ann!.id })))!;
    const byBob = { id, byUserId: bob!.id, atMs: NOON_MS + 1 };
    expect(await tokens.withdraw(bob!.id, byBob)).toBe(false);
    expect(await tokens.withdraw('organisation', byBob)).toBe(false);
    expect(await tokens.list(ann!.id)).toHaveLength(1);
    expect(await tokens.withdraw(ann!.id, { ...byBob, byUserId: ann!.id })).toBe(true);
    expect(await tokens.find(hashToken('own'))).toBeUndefined();
    expect(await audit.list({ limit: 9 })).toMatchObject([
      { what: 'token.removed', byUserId: ann!.id, target: 'the token own' },
      { what: 'token.added', byUserId: ann!.id, to: ['org:ci', 'org:read'] },
    ]);
  });

  it('withdraws all tokens of a person, and no other token, with an audit entry for each', async () => {
    const { stores } = await openFresh();
    const [ann, bob] = await addPeople(stores, ['ann', 'bob']);
    const { tokens, audit } = stores;
    for (const [name, userId] of Object.entries({ one: ann!.id, two: ann!.id, of: bob!.id })) {
      await tokens.create(fresh(name, { userId }));
    }
    await tokens.create(fresh('of all'));
    const act = { byUserId: bob!.id, atMs: NOON_MS + 1 };
    expect(await tokens.withdrawAll(ann!.id, act)).toBe(2);
    expect(await tokens.find(hashToken('one'))).toBeUndefined();
    const left = [await tokens.list(bob!.id), await tokens.list('organisation')];
    expect(left).toMatchObject([[{ name: 'the token of' }], [{ name: 'the token of all' }]]);
    const removed = await audit.list({ what: 'token.removed', limit: 9 });
    expect(removed).toMatchObject([{ byUserId: bob!.id }, { byUserId: bob!.id }]);
  });

  it('records the latest use of a token', async () => {
    const { stores } = await openFresh();
    const { id } = (await stores.tokens.create(fresh('ci')))!;
    for (const atMs of [NOON_MS + 5, NOON_MS + 2]) await stores.tokens.noteUsed(id, atMs);
    expect(await stores.tokens.list('organisation')).toMatchObject([{ lastUsedAtMs: NOON_MS + 5 }]);
  });

  it('creates no more tokens than an owner may have', async () => {
    const { stores } = await openFresh();
    for (let count = 0; count < tokenLimits.perOwner; count += 1) {
      expect(await stores.tokens.create(fresh(`token ${count}`))).toBeDefined();
    }
    expect(await stores.tokens.create(fresh('one more'))).toBeUndefined();
    expect(await stores.tokens.list('organisation')).toHaveLength(tokenLimits.perOwner);
  });
});
