import { findNextTest, keepCounted } from '../rules/asked-tests.ts';
import type { AskedTest } from '../rules/asked-tests.ts';
import type { Transaction } from 'kysely';
import type { DatabaseDialect, Schema } from '#persistence/stores';

/**
 * Adds a test of `channel:3` or `rule:7` to the tests of the last hour. After too many tests,
 * returns the time of the next allowed test instead. Tests of a removed channel still count, so
 * removing and adding the channel again does not evade the limit.
 */
export async function noteTest(
  transaction: Transaction<Schema>,
  dialect: DatabaseDialect,
  { of, nowMs }: { readonly of: string; readonly nowMs: number },
): Promise<number | undefined> {
  await transaction
    .insertInto('asked_tests')
    .values({ id: 1, asked: '[]' })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  const row = transaction.selectFrom('asked_tests').select('asked').where('id', '=', 1);
  const { asked } = await (
    dialect.hasConcurrentWriters ? row.forUpdate() : row
  ).executeTakeFirstOrThrow();
  const counted = keepCounted(JSON.parse(asked) as AskedTest[], nowMs);
  const nextMs = findNextTest(counted, of, nowMs);
  if (nextMs > nowMs) return nextMs;
  await transaction
    .updateTable('asked_tests')
    .set({ asked: JSON.stringify([...counted, { of, atMs: nowMs }]) })
    .where('id', '=', 1)
    .execute();
  return undefined;
}
