import type { Kysely } from 'kysely';
import type { PortableColumns, SchemaMigration } from '#persistence/stores';

export const createAccounts: SchemaMigration = {
  name: '0002-create-accounts',
  async up(db, columns) {
    await createUsers(db, columns);
    await createSessions(db, columns);
    await createMemberships(db, columns);
    await createInvitations(db, columns);
    await createSignInAttempts(db, columns);
  },
};

/** The row of a removed user stays, so that audit entries and comments keep their author. */
async function createUsers(db: Kysely<unknown>, columns: PortableColumns): Promise<void> {
  await columns
    .addId(db.schema.createTable('users'))
    .addColumn('email', 'text', (column) => column.notNull())
    // Null after removal, so that the email can be invited again.
    .addColumn('email_key', 'text', (column) => column.unique())
    .addColumn('name', 'text')
    .addColumn('password_hash', 'text', (column) => column.notNull())
    .addColumn('is_owner', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('state', 'text', (column) => column.notNull().defaultTo('active'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
}

/**
 * The table stays small: the store keeps only each user's latest sessions, and deletes expired
 * ones.
 */
async function createSessions(db: Kysely<unknown>, columns: PortableColumns): Promise<void> {
  await columns
    .addId(db.schema.createTable('sessions'))
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('user_id', 'bigint', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('last_seen_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('user_agent', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('sessions_by_user')
    .on('sessions')
    .columns(['user_id', 'last_seen_at'])
    .execute();
  await db.schema.createIndex('sessions_by_expiry').on('sessions').column('expires_at').execute();
}

async function createMemberships(db: Kysely<unknown>, columns: PortableColumns): Promise<void> {
  const table = db.schema
    .createTable('memberships')
    .addColumn('user_id', 'bigint', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('project_id', 'bigint', (column) =>
      column.notNull().references('projects.id').onDelete('cascade'),
    )
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('memberships_primary', ['user_id', 'project_id']);
  await columns.storeInPrimaryKey(table).execute();
  await db.schema
    .createIndex('memberships_by_project')
    .on('memberships')
    .column('project_id')
    .execute();
}

async function createInvitations(db: Kysely<unknown>, columns: PortableColumns): Promise<void> {
  await columns
    .addId(db.schema.createTable('invitations'))
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('email', 'text')
    .addColumn('role', 'text')
    .addColumn('invited_by', 'bigint', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('accepted_at', 'bigint')
    .addColumn('accepted_by', 'bigint', (column) =>
      column.references('users.id').onDelete('set null'),
    )
    .execute();
  await db.schema
    .createIndex('invitations_by_expiry')
    .on('invitations')
    .column('expires_at')
    .execute();
  const projects = db.schema
    .createTable('invitation_projects')
    .addColumn('invitation_id', 'bigint', (column) =>
      column.notNull().references('invitations.id').onDelete('cascade'),
    )
    .addColumn('project_id', 'bigint', (column) =>
      column.notNull().references('projects.id').onDelete('cascade'),
    )
    .addPrimaryKeyConstraint('invitation_projects_primary', ['invitation_id', 'project_id']);
  await columns.storeInPrimaryKey(projects).execute();
}

async function createSignInAttempts(db: Kysely<unknown>, columns: PortableColumns): Promise<void> {
  const table = db.schema
    .createTable('sign_in_attempts')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('failures', 'bigint', (column) => column.notNull())
    .addColumn('held_back_until', 'bigint', (column) => column.notNull())
    .addColumn('forgotten_at', 'bigint', (column) => column.notNull());
  await columns.storeInPrimaryKey(table).execute();
  await db.schema
    .createIndex('sign_in_attempts_by_forgotten')
    .on('sign_in_attempts')
    .column('forgotten_at')
    .execute();
}
