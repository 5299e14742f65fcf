import type { Kysely, Selectable, Transaction } from 'kysely';
import { type DatabaseDialect, type Schema, toPortableText } from '#persistence/stores';
import type { ErasingPhase, PersonEraser } from '#product/recording/steps';
import { lockSpans } from './add-counts.ts';
import { mergeName } from './merge-name.ts';
import type { SpanNamesTable } from './segment.tables.ts';

const ROWS = 500;

/** Takes a person out of names such as `GET /users/ann`. Their counts stay. */
export const spanNameErasing: ErasingPhase = {
  table: 'span_names',
  async find(db, { afterId, upToId, projectId }, person) {
    // Names that wait to be counted get rows beyond the last window.
    const waiting = afterId === 0 ? await findWaiting(db, projectId, person) : [];
    const rows = await db
      .selectFrom('span_names')
      .selectAll()
      .where('id', '>', afterId)
      .$if(projectId !== null, (query) => query.where('project_id', '=', projectId!))
      .orderBy('id')
      .limit(ROWS)
      .execute();
    return {
      found: [
        ...waiting,
        ...rows.flatMap((row) => {
          const { kind, name } = row;
          const erased = redactName(name, person);
          if (erased === name) return [];
          return {
            json: JSON.stringify({ kind, name }),
            erase: (transaction: Transaction<Schema>, dialect: DatabaseDialect) =>
              rename({ transaction, kind: dialect.kind }, row, person),
          };
        }),
      ],
      reachedId: Math.max(rows.length < ROWS ? upToId : 0, rows.at(-1)?.id ?? 0),
    };
  },
};

/** Finds names that wait to be counted. A flood of them takes some time. */
async function findWaiting(db: Kysely<Schema>, project: number | null, person: PersonEraser) {
  const all = db.selectFrom('span_arrivals').selectAll();
  const rows = project === null ? all : all.where('project_id', '=', project);
  return (await rows.execute()).flatMap(({ id, sums }) => {
    const found = new Set<string>();
    const erased = JSON.parse(sums, (key, value: unknown) => {
      const name = key === 'name' ? redactName(value as string, person) : value;
      if (name !== value) found.add(JSON.stringify({ name: value }));
      return name;
    }) as unknown;
    const erase = async (transaction: Transaction<Schema>, { kind }: DatabaseDialect) => {
      await lockSpans({ transaction, kind });
      await transaction
        .updateTable('span_arrivals')
        .set({ sums: JSON.stringify(erased) })
        .where('id', '=', id)
        .execute();
    };
    return Array.from(found, (json) => ({ json, erase }));
  });
}

/** A part of an address may be a name that is too short to be looked for within words. */
function redactName(name: string, person: PersonEraser): string {
  const parts = name.split(/(?<separator>[/ ])/);
  const redacted = person.redact(
    parts.map((part) => (person.is(part) ? person.mark : part)).join(''),
  );
  return redacted === name ? name : toPortableText(redacted);
}

/** Renames the operations of a segment first, since a merge gives them ids that no window reaches. */
async function rename(
  writing: Parameters<typeof lockSpans>[0],
  row: Selectable<SpanNamesTable>,
  person: PersonEraser,
): Promise<void> {
  const { transaction } = writing;
  await lockSpans(writing);
  const name = redactName(row.name, person);
  const beneath = transaction.selectFrom('span_names').selectAll();
  for (const operation of await beneath.where('segment_id', '=', row.id).execute()) {
    if (redactName(operation.name, person) !== operation.name) {
      await rename(writing, operation, person);
    }
  }
  const other = await transaction
    .selectFrom('span_names')
    .select('id')
    .where('project_id', '=', row.project_id)
    .where('segment_id', '=', row.segment_id)
    .where('kind', '=', row.kind)
    .where('name', '=', name)
    .executeTakeFirst();
  if (other) await mergeName(writing, row.id, other.id);
  else await transaction.updateTable('span_names').set({ name }).where('id', '=', row.id).execute();
}
