import { sql } from 'kysely';
import { groupByName } from '#persistence/stores';
import type { PersonEraser } from '#product/recording/steps';
import type { TextPhase } from '../erasure.types.ts';
import { type ErasureStep, isErasing, openWindow, type StepResult } from './erasure-step.ts';

const IDS_AT_ONCE = 500;
/** JSON, whose numbers and names are Errata's own. */
const JSON_COLUMNS: ReadonlySet<string> = new Set([
  'definition',
  'search',
  'from_value',
  'to_value',
]);
const USER_VALUES = /(?<=\buser(?:\.\w+)?:)(?:\[[^\]]*\]|"[^"]*"|[^\s"]+)/g;
/** A release may have hundreds of commits. */
const RELEASES_AT_ONCE = 10;

/** Columns with texts of members and programs, which may name a person. */
const COLUMNS: Readonly<Record<TextPhase, readonly string[]>> = {
  saved_searches: ['name', 'query'],
  alert_rules: ['name', 'definition'],
  bulk_changes: ['query', 'search'],
  audit_log: ['target', 'from_value', 'to_value'],
  told_commits: ['author_name', 'author_email', 'message'],
};

type Row = Readonly<Record<string, string | number | null>>;

export async function eraseTexts(step: ErasureStep, table: TextPhase): Promise<StepResult> {
  const { transaction, dialect, person } = step;
  const { afterId, upToId, projectId } = openWindow(step);
  const isOfRelease = table === 'told_commits';
  const key = isOfRelease ? ['release_id', 'place'] : ['id'];
  const reachedId = Math.min(upToId, afterId + (isOfRelease ? RELEASES_AT_ONCE : IDS_AT_ONCE));
  const id = sql.ref(key[0]!);
  const ofProject = isOfRelease
    ? sql`release_id in (select release_id from told_release_projects where project_id = ${projectId})`
    : sql`project_id = ${projectId}`;
  // Nobody may save a row between its reading and its writing.
  const locks = isErasing(step) && dialect.hasConcurrentWriters ? sql`for update` : sql``;
  if (isOfRelease) {
    await sql`select id from told_releases where id > ${afterId} and id <= ${reachedId}
      order by id ${locks}`.execute(transaction);
  }
  const { rows } = await sql<Row>`
    select * from ${sql.table(table)} where ${id} > ${afterId} and ${id} <= ${reachedId}
    and ${projectId === null ? sql`1 = 1` : ofProject}
    order by ${id} ${locks}`.execute(transaction);
  const readers = isOfRelease && projectId !== null ? await listReaders(transaction, rows) : [];
  let found = 0;
  for (const [index, row] of rows.entries()) {
    const told = readers[index] ?? [projectId];
    if (!told.includes(projectId)) continue;
    const others = told.filter((each) => each !== projectId);
    const set = COLUMNS[table].flatMap((name) => {
      const text = row[name];
      if (typeof text !== 'string') return [];
      // A number as the target is the id of a member.
      if (name === 'target' && /^\d+$/.test(text)) return [];
      const erased = JSON_COLUMNS.has(name) ? eraseInJson(person, text) : erase(person, text);
      return erased === text ? [] : sql`${sql.ref(name)} = ${erased}`;
    });
    if (set.length > 0) found += 1;
    if (set.length === 0 || !isErasing(step)) continue;
    // Otherwise the form of somebody who edits the rule meanwhile would bring the name back.
    if (table === 'alert_rules') set.push(sql`version = version + 1`);
    const where = key.map((name) => sql`${sql.ref(name)} = ${row[name]}`);
    // A commit that other projects share is taken from this one, and stays as it is for them.
    const own = sql`project_ids = ${JSON.stringify(others)}`;
    await sql`update ${sql.table(table)} set ${others.length > 0 ? own : sql.join(set)}
      where ${sql.join(where, sql` and `)}`.execute(transaction);
  }
  return { reachedId, counts: { [table]: found } };
}

/** Returns, for each commit, the projects of its release whose readers see it. */
async function listReaders(
  transaction: ErasureStep['transaction'],
  commits: readonly Row[],
): Promise<readonly (readonly (number | null)[])[]> {
  const rows = await transaction
    .selectFrom('told_release_projects')
    .selectAll()
    .where('release_id', 'in', [0, ...new Set(commits.map((row) => Number(row['release_id'])))])
    .execute();
  const ofReleases = groupByName(rows, (row) => `${row.release_id}`);
  return commits.map(({ release_id: releaseId, project_ids: text }) => {
    const ids = (ofReleases.get(`${releaseId}`) ?? []).map((row) => row.project_id);
    if (typeof text !== 'string') return ids;
    const told = new Set(JSON.parse(text) as number[]);
    return ids.filter((id) => told.has(id));
  });
}

function eraseInJson(person: PersonEraser, json: string): string {
  return JSON.stringify(
    JSON.parse(json, (_, value: unknown) =>
      typeof value === 'string' ? erase(person, value) : value,
    ),
  );
}

/** Writes the mark without its brackets, since brackets are a list in searches and conditions. */
function erase(person: PersonEraser, text: string): string {
  // A short id is a whole value also in a search such as `user.id:[ann, "bob"]`.
  const searched = text.replaceAll(USER_VALUES, (values) =>
    values.replaceAll(/"[^"]*"|[^\s"[\],]+/g, (each) =>
      person.is(each.replaceAll('"', '')) ? person.mark : each,
    ),
  );
  const erased = person.is(text) ? person.mark : person.redact(searched);
  return erased === text ? text : erased.replaceAll(person.mark, 'Erased');
}
