import type { Kysely } from 'kysely';
import { defaultPersonalAlerts } from '../rules/personal-alerts.ts';
import type { PersonalAlerts } from '../rules/personal-alerts.ts';
import type { Schema } from '#persistence/stores';
import { inChunks } from '#persistence/stores';

/**
 * Returns a function that gives the settings of each of these users, with defaults for fields that
 * a user has not set.
 */
export async function listPersonalAlerts(
  db: Kysely<Schema>,
  userIds: readonly number[],
): Promise<(userId: number) => PersonalAlerts> {
  const rows = await inChunks(userIds, (chunk) =>
    db
      .selectFrom('personal_alerts')
      .select(['user_id', 'value'])
      .where('user_id', 'in', chunk)
      .execute(),
  );
  const byUser = new Map(
    rows.map(({ user_id, value }) => [user_id, JSON.parse(value) as Partial<PersonalAlerts>]),
  );
  return (userId) => ({ ...defaultPersonalAlerts, ...byUser.get(userId) });
}
