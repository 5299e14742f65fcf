import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { SchemaMigration } from '#persistence/stores';
import { recordingLimits } from '#product/recording/reports';

/** `releases` takes in when releases were told, and when their first sessions began. */
export const dateReleasesOnce: SchemaMigration = {
  name: '0068-date-releases-once',
  async up(db) {
    const table = db.schema.alterTable('releases');
    await table.addColumn('package', 'text', (column) => column.notNull().defaultTo('')).execute();
    await table
      .addColumn('is_seen', 'integer', (column) => column.notNull().defaultTo(1))
      .execute();
    await sql`update releases set package = ${packageOf('release')}
      where release like '%@%'`.execute(db);
    await addReleases(
      db,
      sql`select p.project_id, r.version, ${packageOf('r.version')}, r.created_at, 0
        from told_release_projects p join told_releases r on r.id = p.release_id`,
    );
    await addReleases(
      db,
      sql`select s.project_id, n.name, ${packageOf('n.name')}, s.first_seen_at, 1
        from session_releases s join counted_names n on n.id = s.release_id`,
    );
    await sql`delete from releases where (project_id, release) in (
      select project_id, release from (
        select project_id, release, row_number() over (
          partition by project_id order by is_seen desc, first_seen_at desc, release desc
        ) as place from releases
      ) as placed where place > ${sql.lit(recordingLimits.releasesPerProject)})`.execute(db);
    await db.schema.dropIndex('releases_by_first_seen').execute();
    for (const [name, of, ...columns] of [
      ['releases_by_first_seen', 'releases', 'project_id', 'first_seen_at', 'release'],
      ['releases_by_package', 'releases', 'project_id', 'package', 'first_seen_at', 'release'],
      ['session_days_by_release', 'session_days', 'release_id', 'environment_id'],
    ] as const) {
      await db.schema.createIndex(name).on(of).columns(columns).execute();
    }
    await db.schema.dropTable('session_releases').execute();
  },
};

/** Does as `toPackage` does. The version is what `ltrim` leaves: all from the first `@` on. */
function packageOf(column: string) {
  const name = sql.ref(column);
  const version = sql`ltrim(substr(${name}, 2), replace(${name}, '@', ''))`;
  return sql`case when ${version} <> '' then substr(${name}, 1, length(${name}) - length(${version}) + 1)
    when ${name} like '@%' then ${name} else '' end`;
}

async function addReleases(db: Kysely<unknown>, rows: ReturnType<typeof sql>): Promise<void> {
  await sql`
    insert into releases (project_id, release, package, first_seen_at, is_seen)
    select * from (${rows}) as found where 1 = 1
    on conflict (project_id, release) do update set
      is_seen = case when excluded.is_seen > releases.is_seen then 1 else releases.is_seen end,
      first_seen_at = case when excluded.first_seen_at < releases.first_seen_at
        then excluded.first_seen_at else releases.first_seen_at end`.execute(db);
}
