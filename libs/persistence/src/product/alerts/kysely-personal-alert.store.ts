import type { PersonalAlerts } from '#shared';
import type { KyselyDatabase } from '../../kysely-database.ts';
import { listPersonalAlerts } from './personal-alert-row.ts';
import { PersonalAlertStore } from './personal-alert.store.ts';

export class KyselyPersonalAlertStore extends PersonalAlertStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    super();
    this.#database = database;
  }

  override async get(userId: number): Promise<PersonalAlerts> {
    return (await listPersonalAlerts(this.#database.kysely, [userId]))(userId);
  }

  override async set(userId: number, alerts: PersonalAlerts): Promise<void> {
    const value = JSON.stringify(alerts);
    await this.#database.kysely
      .insertInto('personal_alerts')
      .values({ user_id: userId, value })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ value }))
      .execute();
  }
}
