import { sql } from 'kysely';
import type { SchemaMigration } from '#persistence/stores';
import { TOLD_FOR_GOOD_MS } from '#product/recording/counts';

/** Environments that rules name keep their place from the update on, not from the next change. */
export const tellEnvironmentsOfRules: SchemaMigration = {
  name: '0053-tell-environments-of-rules',
  async up(db) {
    const { rows } = await sql<{ readonly project_id: number; readonly definition: string }>`
      select project_id, definition from alert_rules
    `.execute(db);
    for (const { project_id, definition } of rows) {
      const { environments } = JSON.parse(definition) as {
        environments?: { patterns?: readonly string[] };
      };
      for (const name of environments?.patterns ?? []) {
        if (name.includes('*')) continue;
        await sql`insert into told_names (project_id, kind, name, told_at)
          values (${project_id}, 'environment', ${name}, ${TOLD_FOR_GOOD_MS}) on conflict do nothing`.execute(
          db,
        );
      }
    }
  },
};
