import type { AlertKind, AlertMessage, AlertDestination } from '#product/alerting/channels/rules';
import type { PersonalAlerts } from '../rules/personal-alerts.ts';
import { toEndOfQuiet } from '../rules/quiet-hours.ts';
import type { KyselyDatabase } from '#persistence/stores';
import { listPersonalAlerts } from './personal-alert-row.ts';
import { findReadable } from './rule-readers.ts';

export type MailDestination = Extract<AlertDestination, { to: 'mail' }>;

const CHOICES: Readonly<Partial<Record<AlertKind, readonly (keyof PersonalAlerts)[]>>> = {
  issues: ['ofProjects'],
  summary: ['ofProjects'],
  over: ['ofProjects'],
  person: ['assigned', 'mentioned', 'commented'],
  operator: ['operator'],
};

export class PersonalAlertStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    this.#database = database;
  }

  async get(userId: number): Promise<PersonalAlerts> {
    return (await listPersonalAlerts(this.#database.kysely, [userId]))(userId);
  }

  async set(userId: number, alerts: PersonalAlerts): Promise<void> {
    const value = JSON.stringify(alerts);
    await this.#database.kysely
      .insertInto('personal_alerts')
      .values({ user_id: userId, value })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ value }))
      .execute();
  }

  async findEndOfQuiet(userId: number, nowMs: number): Promise<number> {
    return toEndOfQuiet((await this.get(userId)).quiet, nowMs);
  }

  /**
   * Whether a mail should still be sent, however long ago it was composed. Returns false in these
   * cases:
   *
   * - The user is not active or has another address now.
   * - The user may no longer read the project.
   * - The user has unsubscribed from this kind of mail.
   *
   * Addresses without an account always return true.
   */
  async isWanted(
    { userId, address, unsubscribe }: MailDestination,
    { kind, project }: AlertMessage,
  ): Promise<boolean> {
    if (userId === undefined) return true;
    const { kysely } = this.#database;
    const reader = await findReadable(kysely, userId);
    if (reader?.email !== address) return false;
    const choices = unsubscribe === undefined ? undefined : CHOICES[kind];
    const personal = await this.get(userId);
    if (choices && !choices.some((wanted) => personal[wanted] === true)) return false;
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
