import { expect, it } from '@jest/globals';
import type { Kysely } from 'kysely';
import { ownSchema } from '#product';
import type { KyselyDatabase } from '#persistence/stores';
import { onEachDatabase } from '../../../testing/index.ts';
import { dateReleasesOnce } from './migrations/0068-date-releases-once.ts';

onEachDatabase('migration 0068-date-releases-once', ({ openEmpty }) => {
  it('takes in when releases were told and had sessions, and keeps 10,000 of a project, seen ones first', async () => {
    const { database, db } = await openEmpty();
    const { dialect } = database as KyselyDatabase;
    const old = db as unknown as Kysely<Record<string, Record<string, unknown>>>;
    for (const step of ownSchema.migrations.product) {
      if (step.name < dateReleasesOnce.name) await step.up(old as never, dialect.columns);
    }
    const insert = async (table: string, ...rows: readonly Record<string, unknown>[]) => {
      for (let from = 0; from < rows.length; from += 1000) {
        await old
          .insertInto(table)
          .values(rows.slice(from, from + 1000))
          .execute();
      }
    };
    await insert(
      'projects',
      ...[1, 2].map((id) => ({ id, slug: `${id}`, name: `${id}`, created_at: 0 })),
    );
    const seen = [
      ['web@1.0', 9],
      ['@acme/web@2.0', 5],
      ['f00', 7],
      ['@acme/web', 8],
      ['web@1.3@é@', 8],
    ] as const;
    await insert(
      'releases',
      ...seen.map(([release, first_seen_at]) => ({ project_id: 1, release, first_seen_at })),
      ...Array.from({ length: 10_000 }, (_, at) => ({
        project_id: 2,
        release: `${at}`,
        first_seen_at: at,
      })),
    );
    const told = ['web@1.0', 'web@1.1', 'newest', 'web@1.2'];
    await insert(
      'told_releases',
      ...told.map((version, at) => ({
        id: at + 1,
        version,
        status: 'open',
        created_at: 20_000 - at,
      })),
    );
    await insert(
      'told_release_projects',
      ...[1, 2, 4].map((release_id) => ({ release_id, project_id: 1 })),
      { release_id: 3, project_id: 2 },
    );
    const names = ['@acme/web@2.0', 'web@1.2', 'api@'];
    await insert(
      'counted_names',
      ...names.map((name, at) => ({ id: at + 1, project_id: 1, kind: 'release', name })),
    );
    await insert(
      'session_releases',
      ...names.map((_, at) => ({ project_id: 1, release_id: at + 1, first_seen_at: at + 3 })),
    );
    await dateReleasesOnce.up(old as never, dialect.columns);
    const ofFirst = db.selectFrom('releases').where('project_id', '=', 1).orderBy('release');
    expect(
      await ofFirst.select(['release', 'package', 'first_seen_at', 'is_seen']).execute(),
    ).toEqual(
      [
        ['@acme/web', '@acme/web', 8, 1],
        ['@acme/web@2.0', '@acme/web@', 3, 1],
        ['api@', 'api@', 5, 1],
        ['f00', '', 7, 1],
        ['web@1.0', 'web@', 9, 1],
        ['web@1.1', 'web@', 19_999, 0],
        ['web@1.2', 'web@', 4, 1],
        ['web@1.3@é@', 'web@', 8, 1],
      ].map(([release, of, first_seen_at, is_seen]) => ({
        release,
        package: of,
        first_seen_at,
        is_seen,
      })),
    );
    const ofSecond = db.selectFrom('releases').where('project_id', '=', 2);
    const kept = await ofSecond.select('release').orderBy('first_seen_at').execute();
    expect([kept.length, kept[0]?.release, kept.at(-1)?.release]).toEqual([10_000, '0', '9999']);
  });
});
