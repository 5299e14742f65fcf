import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { SchemaMigration } from '#persistence/stores';

const LISTS = ['messages', 'releases', 'environments', 'networks'];

/**
 * Empties filter lists that were switched off. Since 0.2.0 there is no switch: a filter is off when
 * its list is empty. The audit log keeps the entries that are removed.
 */
export const emptyFiltersThatAreOff: SchemaMigration = {
  name: '0039-empty-filters-that-are-off',
  async up(db) {
    const { rows } = await sql<{ id: number; value: string }>`
      select project_id as id, value from project_settings where part = 'filters'
    `.execute(db);
    for (const { id, value } of rows) {
      const set = JSON.parse(value) as Record<string, unknown>;
      const kept = Object.entries(set).filter(
        ([name]) => !isSwitch(name) && !(LISTS.includes(name) && set[`${name}On`] === false),
      );
      if (kept.length === Object.keys(set).length) continue;
      await noteEmptied(db, id, set);
      const text = JSON.stringify(Object.fromEntries(kept));
      await sql`
        update project_settings set value = ${text} where part = 'filters' and project_id = ${id}
      `.execute(db);
    }
  },
};

async function noteEmptied(
  db: Kysely<unknown>,
  projectId: number,
  set: Readonly<Record<string, unknown>>,
): Promise<void> {
  for (const name of LISTS) {
    const entries = set[name];
    if (set[`${name}On`] !== false || !Array.isArray(entries) || entries.length === 0) continue;
    await sql`
      insert into audit_log (at, project_id, what, target, from_value)
      values (${Date.now()}, ${projectId}, 'settings.filters', ${name}, ${JSON.stringify(entries)})
    `.execute(db);
  }
}

function isSwitch(name: string): boolean {
  return LISTS.some((list) => name === `${list}On`);
}
