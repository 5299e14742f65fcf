import { sql } from 'kysely';
import type { SchemaMigration } from '#persistence/stores';

/**
 * Until 0.2.0 a rule could count events "only" in an empty list of environments, which none is in. Its form cannot say that any
 * more, and such a rule never told anything, so it is switched off.
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
