import type { Transaction } from 'kysely';
import type { Schema } from '#persistence/stores';
import { inChunks, compareText, toPortableText } from '#persistence/stores';
import { recordingLimits } from '#product/recording/reports';
import { OTHER, UNNAMED } from './count.tables.ts';
import type { CountedNameKind } from './count.tables.ts';

type Names = Readonly<Record<CountedNameKind, ReadonlySet<string>>>;

/** An event, or something else that counts under a release and an environment. */
export interface Named {
  readonly projectId: number;
  readonly release?: string | undefined;
  readonly environment?: string | undefined;
}

export class NameIds {
  readonly #ids: ReadonlyMap<string, number>;

  private constructor(ids: ReadonlyMap<string, number>) {
    this.#ids = ids;
  }

  /**
   * Looks up the ids of all releases and environments in `named`. New names are written in sorted
   * order, until their project has too many names. A transaction calls this once, because a second
   * call would break that order, and could deadlock.
   */
  static async of(transaction: Transaction<Schema>, named: readonly Named[]): Promise<NameIds> {
    const ids = new Map<string, number>();
    for (const [projectId, names] of [...listNames(named)].toSorted(([a], [b]) => a - b)) {
      await readIds(transaction, { projectId, names, ids });
      const missing = listMissing(projectId, names, ids);
      if (missing.length === 0) continue;
      await addNames(transaction, projectId, missing);
      await readIds(transaction, { projectId, names, ids });
    }
    return new NameIds(ids);
  }

  /** Looks up ids as `of` does, and writes no new names. */
  static async find(transaction: Transaction<Schema>, named: readonly Named[]): Promise<NameIds> {
    const ids = new Map<string, number>();
    for (const [projectId, names] of listNames(named)) {
      await readIds(transaction, { projectId, names, ids });
    }
    return new NameIds(ids);
  }

  /** Returns `OTHER` for a name that was not looked up, or has no id. */
  get(projectId: number, kind: CountedNameKind, name: string | undefined): number {
    if (name === undefined) return UNNAMED;
    return this.#ids.get(toPlace(projectId, kind, toPortableText(name))) ?? OTHER;
  }
}

function toPlace(projectId: number, kind: CountedNameKind, name: string): string {
  return `${projectId} ${kind} ${name}`;
}

function listNames(named: readonly Named[]): ReadonlyMap<number, Names> {
  const byProject = new Map<number, Record<CountedNameKind, Set<string>>>();
  for (const { projectId, release, environment } of named) {
    const names = byProject.get(projectId) ?? { release: new Set(), environment: new Set() };
    byProject.set(projectId, names);
    if (release !== undefined) names.release.add(toPortableText(release));
    if (environment !== undefined) names.environment.add(toPortableText(environment));
  }
  return byProject;
}

async function readIds(
  transaction: Transaction<Schema>,
  { projectId, names, ids }: { projectId: number; names: Names; ids: Map<string, number> },
): Promise<void> {
  const wanted = [...new Set([...names.release, ...names.environment])];
  const rows = await inChunks(wanted, (chunk) =>
    transaction
      .selectFrom('counted_names')
      .select(['id', 'kind', 'name'])
      .where('project_id', '=', projectId)
      .where('kind', 'in', ['release', 'environment'])
      .where('name', 'in', chunk)
      .execute(),
  );
  for (const { id, kind, name } of rows) ids.set(toPlace(projectId, kind, name), id);
}

interface NewName {
  readonly kind: CountedNameKind;
  readonly name: string;
}

function listMissing(
  projectId: number,
  names: Names,
  ids: ReadonlyMap<string, number>,
): readonly NewName[] {
  return (['environment', 'release'] as const).flatMap((kind) =>
    [...names[kind]]
      .filter((name) => !ids.has(toPlace(projectId, kind, name)))
      .toSorted(compareText)
      .map((name) => ({ kind, name })),
  );
}

/**
 * Writes new names up to the project's limit. Another process may have written the same names
 * meanwhile.
 */
async function addNames(
  transaction: Transaction<Schema>,
  projectId: number,
  missing: readonly NewName[],
): Promise<void> {
  const rows = [];
  for (const kind of ['environment', 'release'] as const) {
    const { known } = await transaction
      .selectFrom('counted_names')
      .select(({ fn }) => fn.countAll<number>().as('known'))
      .where('project_id', '=', projectId)
      .where('kind', '=', kind)
      .executeTakeFirstOrThrow();
    const room = Math.max(0, recordingLimits.countedNames[kind] - known);
    rows.push(...missing.filter((each) => each.kind === kind).slice(0, room));
  }
  await inChunks(rows, (chunk) =>
    transaction
      .insertInto('counted_names')
      .values(chunk.map((row) => ({ project_id: projectId, ...row })))
      .onConflict((conflict) => conflict.columns(['project_id', 'kind', 'name']).doNothing())
      .execute(),
  );
}
