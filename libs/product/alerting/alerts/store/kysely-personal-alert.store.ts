import type { AlertKind, AlertMessage, PersonalAlerts } from '#shared';
import type { KyselyDatabase } from '#persistence/stores';
import { listPersonalAlerts } from './personal-alert-row.ts';
import { PersonalAlertStore } from './personal-alert.store.ts';
import type { MailDestination } from './personal-alert.store.ts';
import { findReadable } from './rule-readers.ts';

const WISHES: Readonly<Partial<Record<AlertKind, readonly (keyof PersonalAlerts)[]>>> = {
  issues: ['ofProjects'],
  summary: ['ofProjects'],
  person: ['assigned', 'mentioned', 'commented'],
  operator: ['operator'],
};

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

  override async isWanted(
    { userId, address, unsubscribe }: MailDestination,
    { kind, project }: AlertMessage,
  ): Promise<boolean> {
    if (userId === undefined) return true;
    const { kysely } = this.#database;
    const reader = await findReadable(kysely, userId);
    if (reader?.email !== address) return false;
    const wishes = unsubscribe === undefined ? undefined : WISHES[kind];
    const personal = await this.get(userId);
    if (wishes && !wishes.some((wish) => personal[wish] === true)) return false;
    const { projectIds } = reader;
    if (!project || projectIds === 'all') return true;
    const row = await kysely
      .selectFrom('projects')
      .select('id')
      .where('slug', '=', project.slug)
      .executeTakeFirst();
    return row !== undefined && projectIds.has(row.id);
  }
}
