import { sql } from 'kysely';
import type { SchemaMigration } from '#persistence/stores';

export const countTagsByProject: SchemaMigration = {
  name: '0058-count-tags-by-project',
  async up(db, columns) {
    await columns
      .storeInPrimaryKey(
        db.schema
          .createTable('project_tag_days')
          .addColumn('project_id', 'bigint', (column) =>
            column.notNull().references('projects.id').onDelete('cascade'),
          )
          .addColumn('name', 'text', (column) => column.notNull())
          .addColumn('tag_id', 'bigint', (column) => column.notNull())
          .addColumn('day', 'integer', (column) => column.notNull())
          .addColumn('events', 'bigint', (column) => column.notNull())
          .addPrimaryKeyConstraint('project_tag_days_primary', [
            'project_id',
            'name',
            'tag_id',
            'day',
          ]),
      )
      .execute();
    await sql`
      insert into project_tag_days (project_id, name, tag_id, day, events)
      select t.project_id, t.name, t.id, c.day, cast(sum(c.events) as bigint)
      from tag_counts c join tags t on t.id = c.tag_id
      group by t.project_id, t.name, t.id, c.day`.execute(db);
    // The id 0 stands for all values of the name.
    await sql`
      insert into project_tag_days (project_id, name, tag_id, day, events)
      select project_id, name, 0, day, cast(sum(events) as bigint)
      from project_tag_days group by project_id, name, day`.execute(db);
  },
};
