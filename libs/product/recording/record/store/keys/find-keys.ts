import type { NotNull, Transaction } from 'kysely';
import type { Schema } from '#persistence/stores';
import { inChunks, toKeyName } from '#persistence/stores';

/** A row of `grouping_keys` as stored, without the counts of this batch. */
export interface ResolvedKey {
  readonly id: number;
  readonly issueId: number;
  readonly users: number;
  readonly isOneOfSeveral: number;
}

/** The row of an event's key: the key's own row, or the row to which the key points. */
export interface KnownKey extends ResolvedKey {
  readonly projectId: number;
  /** Key of the row, which may differ from the event's key. */
  readonly key: string;
  /** The version of grouping that made the event's key known. */
  readonly version: number;
  readonly pointers: number;
}

/** Rows by `toKeyName` of the events' keys. */
export type KnownKeys = ReadonlyMap<string, KnownKey>;

export async function findKeys(
  transaction: Transaction<Schema>,
  projectId: number,
  keys: ReadonlySet<string>,
): Promise<KnownKeys> {
  const rows = await inChunks([...keys], (chunk) =>
    selectRows(transaction, projectId, chunk)
      .unionAll(selectPointed(transaction, projectId, chunk))
      .execute(),
  );
  return new Map(
    rows.map(({ name, issue_id: issueId, ...row }) => [
      toKeyName(projectId, name),
      { ...row, projectId, issueId },
    ]),
  );
}

function selectRows(transaction: Transaction<Schema>, projectId: number, keys: readonly string[]) {
  return transaction
    .selectFrom('grouping_keys')
    .select(['id', 'key', 'issue_id', 'users', 'pointers', 'version', 'key as name'])
    .select('is_one_of_several as isOneOfSeveral')
    .where('project_id', '=', projectId)
    .where('key', 'in', keys)
    .where('issue_id', 'is not', null)
    .$narrowType<{ issue_id: NotNull }>();
}

function selectPointed(
  transaction: Transaction<Schema>,
  projectId: number,
  keys: readonly string[],
) {
  return transaction
    .selectFrom('key_pointers')
    .innerJoin('grouping_keys', 'grouping_keys.id', 'key_pointers.grouping_key_id')
    .select([
      'id',
      'grouping_keys.key',
      'issue_id',
      'users',
      'pointers',
      'key_pointers.version',
      'key_pointers.key as name',
    ])
    .select('is_one_of_several as isOneOfSeveral')
    .where('key_pointers.project_id', '=', projectId)
    .where('key_pointers.key', 'in', keys)
    .where('issue_id', 'is not', null)
    .$narrowType<{ issue_id: NotNull }>();
}
