import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Schema } from '#persistence/stores';
import { inChunks } from '#persistence/stores';
import { recordingLimits } from '#product/recording/reports';

/**
 * Stands for all values of a tag's name that the grouping key does not count one by one. No tag of
 * an event has an empty value.
 */
export const OTHER_VALUE = '';

export class BoundedTags {
  readonly #keys: ReadonlyMap<number, Map<string, number>>;
  readonly #changed = new Map<string, readonly [keyId: number, name: string]>();

  private constructor(keys: ReadonlyMap<number, Map<string, number>>) {
    this.#keys = keys;
  }

  static async read(
    transaction: Transaction<Schema>,
    keyIds: ReadonlySet<number>,
  ): Promise<BoundedTags> {
    const keys = new Map([...keyIds].map((id) => [id, new Map<string, number>()]));
    const rows = await inChunks([...keyIds], (chunk) =>
      transaction
        .selectFrom('key_tag_names')
        .selectAll()
        .where('grouping_key_id', 'in', chunk)
        .execute(),
    );
    for (const { grouping_key_id, name, tag_values } of rows) {
      keys.get(grouping_key_id)!.set(name, tag_values);
    }
    return new BoundedTags(keys);
  }

  /**
   * Returns the value under which the grouping key counts a tag that it has not counted before.
   * Returns undefined when the grouping key has counted too many tag names.
   */
  admit({
    keyId,
    name,
    value,
  }: {
    keyId: number;
    name: string;
    value: string;
  }): string | undefined {
    const names = this.#keys.get(keyId)!;
    const values = names.get(name);
    if (values === undefined && names.size >= recordingLimits.tagNamesPerKey) return undefined;
    if (values !== undefined && values >= recordingLimits.valuesPerTag) return OTHER_VALUE;
    names.set(name, (values ?? 0) + 1);
    this.#changed.set(`${keyId}/${name}`, [keyId, name]);
    return value;
  }

  async write(transaction: Transaction<Schema>): Promise<void> {
    const rows = [...this.#changed.values()].map(([grouping_key_id, name]) => ({
      grouping_key_id,
      name,
      tag_values: this.#keys.get(grouping_key_id)!.get(name)!,
    }));
    await inChunks(rows, (chunk) =>
      transaction
        .insertInto('key_tag_names')
        .values(chunk)
        .onConflict((conflict) =>
          conflict
            .columns(['grouping_key_id', 'name'])
            .doUpdateSet({ tag_values: sql<number>`excluded.tag_values` }),
        )
        .execute(),
    );
  }
}
