import type { Kysely } from 'kysely';
import { isLoudEnough } from '#shared';
import type { Schema } from '../../schema.ts';
import { inChunks } from '../../statements/chunks.ts';

/** Whether events of that platform, sent by that SDK, are of a browser or another device of the user. */
export type IsAtUser = (platform: string | undefined, sdkName: string | undefined) => boolean;

interface CountedIssue {
  readonly id: number;
  readonly events: number;
  readonly users: number;
}

/** Ids of new issues that no rule tells yet: of browsers and phones, with too few events and users. */
export async function findQuiet(
  db: Kysely<Schema>,
  issues: readonly CountedIssue[],
  isAtUser: IsAtUser,
): Promise<ReadonlySet<number>> {
  const few = issues.filter((issue) => !isLoudEnough({ ...issue, isOfUsers: true }));
  const rows = await inChunks(few, (chunk) =>
    db
      .selectFrom('grouping_keys')
      .innerJoin('key_tags', 'key_tags.grouping_key_id', 'grouping_keys.id')
      .innerJoin('tags', 'tags.id', 'key_tags.tag_id')
      .select(['issue_id', 'tags.name', 'tags.value'])
      .where(
        'issue_id',
        'in',
        chunk.map(({ id }) => id),
      )
      .where('tags.name', 'in', ['platform', 'sdk.name'])
      .execute(),
  );
  const quiet = few.filter(({ id }) => {
    const list = (name: string): readonly string[] =>
      rows.filter((row) => row.issue_id === id && row.name === name).map(({ value }) => value);
    const [platforms, sdks] = [list('platform'), list('sdk.name')];
    if (platforms.length + sdks.length === 0) return false;
    return orNone(platforms).every((platform) =>
      orNone(sdks).every((sdk) => isAtUser(platform, sdk)),
    );
  });
  return new Set(quiet.map(({ id }) => id));
}

function orNone(values: readonly string[]): readonly (string | undefined)[] {
  return values.length === 0 ? [undefined] : values;
}
