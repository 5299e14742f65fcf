import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import { toSearchWords } from '#shared';
import type { DatabaseDialect, Schema } from '#persistence/stores';
import { inChunks, putWords } from '#persistence/stores';

export interface NamedIssue {
  readonly id: number;
  readonly type: string;
  readonly value: string;
  readonly place: string;
  readonly words_hash: number | null;
}

/** A JavaScript number holds six bytes of a hash exactly. */
const HASH_BYTES = 6;

/**
 * Writes the words of issues whose head has changed. Most issues of a batch need no write. The
 * caller holds the issues locked.
 */
export async function writeWords(
  { transaction, dialect }: { transaction: Transaction<Schema>; dialect: DatabaseDialect },
  issues: readonly NamedIssue[],
): Promise<void> {
  const changed = issues.flatMap((issue) => {
    const head = [issue.type, issue.place, issue.value].join('\n');
    const headHash = toHash(head);
    return headHash === issue.words_hash ? [] : [{ id: issue.id, head, headHash }];
  });
  if (changed.length === 0) return;
  const words = changed.map(({ id, head }) => ({ id, words: toSearchWords(head) }));
  await putWords({ transaction, kind: dialect.kind }, 'issue_words', words);
  await inChunks(changed, async (chunk) => {
    const rows = chunk.map(
      ({ id, headHash }) => sql`(cast(${id} as bigint), cast(${headHash} as bigint))`,
    );
    await sql`
      update issues set words_hash = v.column2 from (values ${sql.join(rows)}) as v
      where issues.id = v.column1`.execute(transaction);
    return [];
  });
}

function toHash(text: string): number {
  return hash('sha256', text, 'buffer').readUIntBE(0, HASH_BYTES);
}
