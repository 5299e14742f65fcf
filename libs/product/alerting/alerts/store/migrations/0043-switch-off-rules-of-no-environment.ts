import { sql } from 'kysely';
import type { SchemaMigration } from '#persistence/stores';

/**
 * Before 0.2.0 a rule could be limited to an empty list of environments. Such a rule never fired,
 * and the form can no longer express it, so it is switched off.
 */
export const switchOffRulesOfNoEnvironment: SchemaMigration = {
  name: '0043-switch-off-rules-of-no-environment',
  async up(db) {
    const { rows } = await sql<{ id: number; definition: string }>`
      select id, definition from alert_rules
    `.execute(db);
    for (const { id, definition } of rows) {
      const { environments } = JSON.parse(definition) as {
        environments?: { are?: string; patterns?: readonly string[] };
      };
      if (environments?.are !== 'only' || environments.patterns?.length !== 0) continue;
      await sql`update alert_rules set is_enabled = 0 where id = ${id}`.execute(db);
    }
  },
};
