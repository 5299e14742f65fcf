import { expect, it } from '@jest/globals';
import { idempotencyLimits } from '#shared';
import { onEachDatabase } from '#product/testing';
import type { IdempotencyStore, StoredAnswer, SubmitName } from './idempotency.store.ts';

const NOON_MS = Date.UTC(2026, 0, 5, 12);
const LEASE_MS = 30_000;
const NAME: SubmitName = { scope: 'user 1', action: 'resolve', address: '/issues/1', key: 'k' };
const ANSWER: StoredAnswer = {
  status: 303,
  headers: [
    ['location', '/issues'],
    ['set-cookie', 'a=1'],
    ['set-cookie', 'b=ü'],
  ],
  body: Buffer.from([0, 255, 10]),
};

function claim(
  idempotency: IdempotencyStore,
  traits: {
    name?: Partial<SubmitName>;
    fingerprint?: string;
    nowMs?: number;
    leaseMs?: number;
  } = {},
) {
  const { name, ...options } = traits;
  const usual = { fingerprint: 'body', nowMs: NOON_MS, leaseMs: LEASE_MS };
  return idempotency.claim({ ...NAME, ...name }, { ...usual, ...options });
}

async function claimed(
  idempotency: IdempotencyStore,
  traits?: Parameters<typeof claim>[1],
): Promise<string> {
  const found = await claim(idempotency, traits);
  if (found.state !== 'claimed') throw new Error(`It is ${found.state}.`);
  return found.claim;
}

onEachDatabase('IdempotencyStore', ({ openFresh }) => {
  async function openStore() {
    const { stores, openAgain } = await openFresh();
    return { idempotency: stores.idempotency, openAgain };
  }

  it('lets one of several processes run the same submit when all get it at once', async () => {
    const { idempotency, openAgain } = await openStore();
    const others = Array.from({ length: 4 }, () => openAgain().stores.idempotency);
    const found = await Promise.all([idempotency, ...others].map((each) => claim(each)));
    expect(found.filter(({ state }) => state === 'claimed')).toHaveLength(1);
    expect(found.filter(({ state }) => state === 'in_flight')).toHaveLength(4);
  });

  it('repeats the answer of a finished submit, in every process', async () => {
    const { idempotency, openAgain } = await openStore();
    expect(await idempotency.settle(await claimed(idempotency), ANSWER)).toBe(true);
    const found = await claim(openAgain().stores.idempotency, { nowMs: NOON_MS + LEASE_MS });
    expect(found).toEqual({ state: 'done', answer: ANSWER });
  });

  it('reports a key that is used again with another body', async () => {
    const { idempotency } = await openStore();
    const first = await claimed(idempotency, { leaseMs: 0 });
    const other = { fingerprint: 'other' };
    expect(await claim(idempotency, other)).toEqual({ state: 'other_body' });
    await idempotency.settle(first, ANSWER);
    expect(await claim(idempotency, other)).toEqual({ state: 'other_body' });
  });

  it.each([
    ['scope', 'user 2'],
    ['action', 'mute'],
    ['address', `/issues/${'1'.repeat(10_000)}`],
    ['key', 'l'],
  ])('takes a submit with another %s for a different submit', async (part, value) => {
    const { idempotency } = await openStore();
    await claimed(idempotency);
    expect(await claim(idempotency, { name: { [part]: value } })).toMatchObject({
      state: 'claimed',
    });
  });

  it('hands the submit of a dead process over to one other process', async () => {
    const { idempotency, openAgain } = await openStore();
    const dead = await claimed(idempotency);
    const ahead = { nowMs: NOON_MS + 59_000 };
    expect(await claim(idempotency, ahead)).toEqual({ state: 'in_flight' });
    expect(await idempotency.renew(dead, 0)).toBe(true);
    const others = Array.from({ length: 4 }, () => openAgain().stores.idempotency);
    const found = await Promise.all(others.map((each) => claim(each)));
    expect(found.filter(({ state }) => state === 'claimed')).toHaveLength(1);
    expect(await idempotency.settle(dead, ANSWER)).toBe(false);
    expect(await idempotency.release(dead)).toBe(false);
    expect(await idempotency.renew(dead, LEASE_MS)).toBe(false);
    expect(await claim(idempotency)).toEqual({ state: 'in_flight' });
  });

  it('keeps a renewed claim from other processes until the renewal expires', async () => {
    const { idempotency } = await openStore();
    const running = await claimed(idempotency, { leaseMs: 0 });
    expect(await idempotency.renew(running, LEASE_MS)).toBe(true);
    expect(await claim(idempotency)).toEqual({ state: 'in_flight' });
    expect(await idempotency.renew(running, 0)).toBe(true);
    expect(await claim(idempotency)).toMatchObject({ state: 'claimed' });
  });

  it('lets a failed submit run again, even with another body', async () => {
    const { idempotency } = await openStore();
    expect(await idempotency.release(await claimed(idempotency))).toBe(true);
    expect(await claim(idempotency, { fingerprint: 'other' })).toMatchObject({
      state: 'claimed',
    });
  });

  it('settles a claim once', async () => {
    const { idempotency } = await openStore();
    const running = await claimed(idempotency);
    await idempotency.settle(running, ANSWER);
    expect(await idempotency.settle(running, { ...ANSWER, status: 200 })).toBe(false);
    expect(await idempotency.release(running)).toBe(false);
    expect(await claim(idempotency)).toEqual({ state: 'done', answer: ANSWER });
  });

  it('remembers a finished submit without its answer when the answer is too large', async () => {
    const { idempotency } = await openStore();
    const body = Buffer.alloc(idempotencyLimits.bodyBytes);
    await idempotency.settle(await claimed(idempotency), { ...ANSWER, body });
    expect(await claim(idempotency)).toMatchObject({ answer: { status: 303 } });
    const larger = { ...ANSWER, body: Buffer.alloc(body.length + 1) };
    const name = { key: 'larger' };
    await idempotency.settle(await claimed(idempotency, { name }), larger);
    expect(await claim(idempotency, { name })).toEqual({ state: 'done' });
  });

  it('keeps an answer with an empty body', async () => {
    const { idempotency } = await openStore();
    const empty = { ...ANSWER, headers: [], body: Buffer.alloc(0) };
    await idempotency.settle(await claimed(idempotency), empty);
    expect(await claim(idempotency)).toEqual({ state: 'done', answer: empty });
  });

  it('keeps an answer for a day', async () => {
    const { idempotency } = await openStore();
    await idempotency.settle(await claimed(idempotency), ANSWER);
    const nowMs = NOON_MS + idempotencyLimits.keptMs;
    expect(await claim(idempotency, { nowMs: nowMs - 1 })).toMatchObject({ state: 'done' });
    expect(await claim(idempotency, { nowMs, fingerprint: 'other' })).toMatchObject({
      state: 'claimed',
    });
  });

  it('forgets the oldest submits, a few at a time', async () => {
    const { idempotency } = await openStore();
    for (let index = 0; index < 5; index += 1) {
      await claim(idempotency, { name: { key: `${index}` }, nowMs: NOON_MS + index });
    }
    expect(await idempotency.forget(NOON_MS + 3, 2)).toBe(2);
    expect(await idempotency.forget(NOON_MS + 3, 2)).toBe(1);
    expect(await idempotency.forget(NOON_MS + 3, 2)).toBe(0);
    const nowMs = NOON_MS + 10;
    expect(await claim(idempotency, { name: { key: '3' }, nowMs })).toEqual({
      state: 'in_flight',
    });
    expect(await claim(idempotency, { name: { key: '2' }, nowMs })).toMatchObject({
      state: 'claimed',
    });
  });
});
