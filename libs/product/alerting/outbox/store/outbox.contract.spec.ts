import { expect, it } from '@jest/globals';
import type { KyselyDatabase } from '#persistence/stores';
import { onEachDatabase, NOON_MS } from '../../../testing/index.ts';
import { inTransaction } from '#persistence/stores';
import { putIntoOutbox } from './put-into-outbox.ts';
import type { OutboxMessage } from './put-into-outbox.ts';

const CLAIM = { nowMs: NOON_MS, leaseMs: 30_000, limit: 10 };

onEachDatabase('OutboxStore', ({ openFresh }) => {
  async function openOutbox() {
    const fresh = await openFresh();
    const database = fresh.database as KyselyDatabase;
    const put = (...messages: readonly Partial<OutboxMessage>[]) =>
      inTransaction(database, (transaction) =>
        putIntoOutbox(
          transaction,
          messages.map((each) => ({ kind: 'mail', body: null, dueMs: NOON_MS, ...each })),
        ),
      );
    return { ...fresh, database, outbox: fresh.stores.outbox, put };
  }

  it('gives the due messages of a kind, the earliest first', async () => {
    const { outbox, put } = await openOutbox();
    await put(
      { body: { to: 'ann' } },
      { body: 'early', dueMs: NOON_MS - 1 },
      { body: 'late', dueMs: NOON_MS + 1 },
      { body: 'other', kind: 'webhook' },
    );
    const claimed = await outbox.claim('mail', CLAIM);
    expect(claimed).toMatchObject([
      { body: 'early', attempts: 1 },
      { body: { to: 'ann' }, attempts: 1 },
    ]);
  });

  it('gives no message of a transaction that is rolled back', async () => {
    const { database, outbox } = await openOutbox();
    const rolledBack = inTransaction(database, async (transaction) => {
      await putIntoOutbox(transaction, [{ kind: 'mail', body: 1, dueMs: 0 }]);
      throw new Error('No.');
    });
    await expect(rolledBack).rejects.toThrow('No.');
    expect(await outbox.claim('mail', CLAIM)).toEqual([]);
  });

  it('gives each message to one of many processes that claim at the same time', async () => {
    const { outbox, openAgain, put } = await openOutbox();
    await put(...Array.from({ length: 40 }, (_, body) => ({ body })));
    const others = Array.from({ length: 3 }, () => openAgain().stores.outbox);
    const claimed = await Promise.all([outbox, ...others].map((each) => each.claim('mail', CLAIM)));
    const bodies = claimed.flat().map(({ body }) => body as number);
    // Simultaneous claims may get fewer messages than the limit, because each skips rows that
    // another claim has locked.
    expect(new Set(bodies).size).toBe(bodies.length);
    for (;;) {
      const rest = await outbox.claim('mail', CLAIM);
      if (rest.length === 0) break;
      bodies.push(...rest.map(({ body }) => body as number));
    }
    expect(bodies.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, i) => i));
  });

  it('gives a message to another process once its lease has ended, and frees the first', async () => {
    const { outbox, openAgain, put } = await openOutbox();
    await put({});
    const [first] = await outbox.claim('mail', CLAIM);
    const other = openAgain().stores.outbox;
    expect(await other.claim('mail', CLAIM)).toEqual([]);
    expect(await outbox.renew(first!, 0)).toBe(true);
    const [second] = await other.claim('mail', CLAIM);
    expect(second).toMatchObject({ id: first!.id, attempts: 2 });
    expect(await outbox.renew(first!, CLAIM.leaseMs)).toBe(false);
    expect(await outbox.settle(first!)).toBe(false);
    expect(await outbox.postpone(first!, NOON_MS)).toBe(false);
    expect(await other.settle(second!)).toBe(true);
    expect(await other.claim('mail', { ...CLAIM, nowMs: NOON_MS + 9000 })).toEqual([]);
  });

  it('gives a message to no relay whose clock is ahead, while another sends it', async () => {
    const { outbox, openAgain, put } = await openOutbox();
    await put({});
    expect(await outbox.claim('mail', CLAIM)).toHaveLength(1);
    const ahead = { ...CLAIM, nowMs: NOON_MS + 59_000 };
    expect(await openAgain().stores.outbox.claim('mail', ahead)).toEqual([]);
  });

  it('gives no more messages than asked for', async () => {
    const { analyze, outbox, put } = await openOutbox();
    await put({});
    // For a table of one row PostgreSQL plans to run the inner query once for each row.
    await analyze('outbox');
    await put(...Array.from({ length: 100 }, (_, body) => ({ body })));
    expect(await outbox.claim('mail', { ...CLAIM, limit: 20 })).toHaveLength(20);
  });

  it('gives a postponed message again when it is due, and counts the attempts', async () => {
    const { outbox, put } = await openOutbox();
    await put({});
    const [first] = await outbox.claim('mail', CLAIM);
    expect(await outbox.postpone(first!, NOON_MS + 500)).toBe(true);
    expect(await outbox.claim('mail', { ...CLAIM, nowMs: NOON_MS + 499 })).toEqual([]);
    const again = await outbox.claim('mail', { ...CLAIM, nowMs: NOON_MS + 500 });
    expect(again).toMatchObject([{ id: first!.id, attempts: 2 }]);
  });

  it('drops the oldest messages beyond a bound, except those being sent', async () => {
    const { outbox, put } = await openOutbox();
    await put(...Array.from({ length: 5 }, (_, body) => ({ body })));
    const [sent] = await outbox.claim('mail', { ...CLAIM, limit: 1 });
    expect(sent).toMatchObject({ body: 0 });
    const bounds = { nowMs: NOON_MS, dueBeforeMs: 0, keep: 3 };
    expect(await outbox.dropOverdue(bounds)).toBe(1);
    expect(await outbox.dropOverdue(bounds)).toBe(0);
    expect((await outbox.claim('mail', CLAIM)).map(({ body }) => body)).toEqual([2, 3, 4]);
    expect(await outbox.settle(sent!)).toBe(true);
  });
});
