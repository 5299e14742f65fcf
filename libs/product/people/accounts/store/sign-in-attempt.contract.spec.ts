import { expect, it } from '@jest/globals';
import { onEachDatabase, NOON_MS } from '../../../testing/index.ts';
import type { SignInAttemptStore } from './sign-in-attempt.store.ts';

const FREE = 3;
const WAIT_MS = 1000;
const FORGOTTEN_AFTER_MS = 60_000;

const waitAfterMs = (failures: number) => (failures < FREE ? 0 : WAIT_MS * 2 ** (failures - FREE));

function take(attempts: SignInAttemptStore, nowMs = NOON_MS, keys = ['account ada']) {
  return attempts.take({
    keys: keys.map((key) => ({ key, waitAfterMs })),
    nowMs,
    forgottenAfterMs: FORGOTTEN_AFTER_MS,
  });
}

onEachDatabase('SignInAttemptStore', ({ openFresh }) => {
  async function openAttempts() {
    const { stores, db, openAgain } = await openFresh();
    const rows = async () => db.selectFrom('sign_in_attempts').selectAll().execute();
    return { attempts: stores.signInAttempts, openAgain, rows };
  }

  it('lets a number of attempts through, and further attempts after a wait', async () => {
    const { attempts } = await openAttempts();
    for (let attempt = 0; attempt < FREE; attempt += 1) {
      expect(await take(attempts)).toEqual({ ok: true });
    }
    expect(await take(attempts)).toEqual({ ok: false, retryAfterMs: WAIT_MS });
    expect(await take(attempts, NOON_MS + 400)).toEqual({ ok: false, retryAfterMs: 600 });
    expect(await take(attempts, NOON_MS + 1000)).toEqual({ ok: true });
    expect(await take(attempts, NOON_MS + 1000)).toEqual({ ok: false, retryAfterMs: 2000 });
  });

  it('counts attempts over all processes, even at the same time', async () => {
    const { attempts, openAgain } = await openAttempts();
    const others = Array.from({ length: 3 }, () => openAgain().stores.signInAttempts);
    const processes = [attempts, ...others];
    const taken = await Promise.all(
      processes.flatMap((process, index) =>
        Array.from({ length: 5 }, (_, attempt) =>
          take(process, NOON_MS, keysInSomeOrder(index + attempt)),
        ),
      ),
    );
    expect(taken.filter(({ ok }) => ok)).toHaveLength(FREE);
  });

  it('holds back an address for all accounts, and an account for all addresses', async () => {
    const { attempts } = await openAttempts();
    for (const account of ['ada', 'bob', 'eve']) {
      await take(attempts, NOON_MS, ['address 1', `account ${account}`]);
    }
    expect(await take(attempts, NOON_MS, ['address 1', 'account kim'])).toMatchObject({
      ok: false,
    });
    expect(await take(attempts, NOON_MS, ['address 2', 'account kim'])).toEqual({ ok: true });
  });

  it('counts no attempt while one of its keys is held back', async () => {
    const { attempts } = await openAttempts();
    for (let attempt = 0; attempt < FREE; attempt += 1) await take(attempts);
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await take(attempts, NOON_MS, ['address 1', 'account ada']);
    }
    expect(await take(attempts, NOON_MS, ['address 1'])).toEqual({ ok: true });
    expect(await take(attempts, NOON_MS + WAIT_MS)).toEqual({ ok: true });
  });

  it('starts anew for a key that is cleared', async () => {
    const { attempts } = await openAttempts();
    for (let attempt = 0; attempt < FREE; attempt += 1) await take(attempts);
    await attempts.clear('account ada');
    expect(await take(attempts)).toEqual({ ok: true });
    expect(await take(attempts)).toEqual({ ok: true });
  });

  it('uncounts one failure at a time, never below zero', async () => {
    const { attempts } = await openAttempts();
    for (let attempt = 0; attempt < FREE; attempt += 1) await take(attempts);
    await attempts.uncountAttempt('account ada');
    expect(await take(attempts)).toEqual({ ok: true });
    expect(await take(attempts)).toMatchObject({ ok: false });
    for (let attempt = 0; attempt < 9; attempt += 1) await attempts.uncountAttempt('account ada');
    for (let attempt = 0; attempt < FREE; attempt += 1) {
      expect(await take(attempts)).toEqual({ ok: true });
    }
    expect(await take(attempts)).toMatchObject({ ok: false });
  });

  it('forgets old failures, and deletes their rows', async () => {
    const { attempts, rows } = await openAttempts();
    for (let attempt = 0; attempt < FREE; attempt += 1) await take(attempts);
    await take(attempts, NOON_MS, ['account bob']);
    expect(await rows()).toHaveLength(2);
    const laterMs = NOON_MS + FORGOTTEN_AFTER_MS;
    expect(await take(attempts, laterMs, ['account kim'])).toEqual({ ok: true });
    expect(await rows()).toHaveLength(1);
    expect(await take(attempts, laterMs)).toEqual({ ok: true });
    expect(await take(attempts, laterMs)).toEqual({ ok: true });
  });

  it('counts keys that hold nothing back, and sums them until they are forgotten', async () => {
    const { attempts, openAgain } = await openAttempts();
    const other = openAgain().stores.signInAttempts;
    const times = { nowMs: NOON_MS, forgottenAfterMs: FORGOTTEN_AFTER_MS };
    await Promise.all(
      [attempts, other, attempts].map((process) => process.count('tries 1', times)),
    );
    await attempts.count('tries 2', { ...times, nowMs: NOON_MS + 1 });
    const keys = ['tries 1', 'tries 2', 'tries 3'];
    expect(await other.sum(keys, NOON_MS + 1)).toBe(4);
    expect(await other.sum(keys, NOON_MS + FORGOTTEN_AFTER_MS)).toBe(1);
    expect(await attempts.take({ ...times, keys: [{ key: 'tries 1', waitAfterMs }] })).toEqual({
      ok: true,
    });
  });

  it('stores a hash instead of a name, for names of any length', async () => {
    const { attempts, rows } = await openAttempts();
    await take(attempts, NOON_MS, [`account ${'\u0000'.repeat(10_000)}`, 'account ada']);
    for (const { key } of await rows()) expect(key).toMatch(/^[0-9a-f]{64}$/);
  });
});

function keysInSomeOrder(turn: number): string[] {
  const keys = ['account ada', 'address 1'];
  return turn % 2 === 0 ? keys : keys.toReversed();
}
