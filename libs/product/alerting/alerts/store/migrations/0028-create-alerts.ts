import { type Kysely, sql } from 'kysely';
import type { PortableColumns, SchemaMigration } from '#persistence/stores';

export const createAlerts: SchemaMigration = {
  name: '0028-create-alerts',
  async up(db, columns) {
    await createRules(db, columns);
    await createFirings(db, columns);
    await createUntold(db, columns);
    await createCounts(db, columns);
    await createQueues(db);
    await db.schema
      .createTable('personal_alerts')
      .addColumn('user_id', 'bigint', (column) => column.primaryKey())
      .addColumn('value', 'text', (column) => column.notNull())
      .execute();
  },
};

async function createRules(db: Kysely<unknown>, columns: PortableColumns): Promise<void> {
  await columns
    .addId(db.schema.createTable('alert_rules'))
    .addColumn('project_id', 'bigint', (column) =>
      column.notNull().references('projects.id').onDelete('cascade'),
    )
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('is_enabled', 'integer', (column) => column.notNull())
    .addColumn('definition', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('is_first', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createIndex('alert_rules_by_project')
    .on('alert_rules')
    .column('project_id')
    .execute();
}

async function createFirings(db: Kysely<unknown>, columns: PortableColumns): Promise<void> {
  await columns
    // Ids are never reused. A queue may still contain the id of a firing that was deleted with its
    // issue.
    .addId(db.schema.createTable('alert_firings'))
    // Each row has either a `rule_id` or a `user_id`. A rule's firing goes to the rule's
    // destinations, a notice to one person.
    .addColumn('rule_id', 'bigint', (column) =>
      column.references('alert_rules.id').onDelete('cascade'),
    )
    .addColumn('user_id', 'bigint')
    .addColumn('issue_id', 'bigint', (column) => column.references('issues.id').onDelete('cascade'))
    .addColumn('by_user', 'bigint')
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('event_id', 'bigint')
    .addColumn('environment', 'text')
    .addColumn('release', 'text')
    .addColumn('comment_id', 'bigint')
    .addColumn('spread_at', 'bigint')
    .execute();
  await index(db, 'alert_firings_of_issue', ['issue_id', 'rule_id', 'at']);
  await index(db, 'alert_firings_of_rule', ['rule_id', 'id']);
  await index(db, 'alert_firings_by_age', ['at']);
  await db.schema
    .createIndex('alert_firings_to_spread')
    .on('alert_firings')
    .column('due_at')
    .where(sql.ref('spread_at'), 'is', null)
    .execute();
}

function index(db: Kysely<unknown>, name: string, columnNames: readonly string[]): Promise<void> {
  return db.schema
    .createIndex(name)
    .on('alert_firings')
    .columns([...columnNames])
    .execute();
}

async function createUntold(db: Kysely<unknown>, columns: PortableColumns): Promise<void> {
  const table = db.schema
    .createTable('alert_untold')
    .addColumn('issue_id', 'bigint', (column) =>
      column.notNull().references('issues.id').onDelete('cascade'),
    )
    .addColumn('rule_id', 'bigint', (column) => column.notNull())
    .addColumn('since', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('alert_untold_primary', ['issue_id', 'rule_id']);
  await columns.storeInPrimaryKey(table).execute();
}

async function createCounts(db: Kysely<unknown>, columns: PortableColumns): Promise<void> {
  const minutes = db.schema
    .createTable('alert_minutes')
    .addColumn('rule_id', 'bigint', (column) =>
      column.notNull().references('alert_rules.id').onDelete('cascade'),
    )
    .addColumn('issue_id', 'bigint', (column) => column.notNull())
    .addColumn('starts_at', 'bigint', (column) => column.notNull())
    .addColumn('events', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('alert_minutes_primary', ['rule_id', 'issue_id', 'starts_at']);
  await columns.storeInPrimaryKey(minutes).execute();
  const users = db.schema
    .createTable('alert_users')
    .addColumn('rule_id', 'bigint', (column) =>
      column.notNull().references('alert_rules.id').onDelete('cascade'),
    )
    .addColumn('issue_id', 'bigint', (column) => column.notNull())
    .addColumn('user_hash', 'text', (column) => column.notNull())
    .addColumn('seen_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('alert_users_primary', ['rule_id', 'issue_id', 'user_hash']);
  await columns.storeInPrimaryKey(users).execute();
  for (const [table, age] of [
    ['alert_minutes', 'starts_at'],
    ['alert_users', 'seen_at'],
  ] as const) {
    await db.schema.createIndex(`${table}_by_age`).on(table).column(age).execute();
  }
}

async function createQueues(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('alert_queues')
    .addColumn('destination', 'text', (column) => column.primaryKey())
    .addColumn('firings', 'text', (column) => column.notNull())
    .addColumn('more', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('pace', 'text', (column) => column.notNull())
    .addColumn('due_at', 'bigint')
    .execute();
  await db.schema
    .createIndex('alert_queues_due')
    .on('alert_queues')
    .column('due_at')
    .where(sql.ref('due_at'), 'is not', null)
    .execute();
}
