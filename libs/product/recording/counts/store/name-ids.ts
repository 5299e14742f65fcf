import type { Transaction } from 'kysely';
import type { Schema } from '#persistence/stores';
import { DAY_MS, compareText, inChunks, toBucketStart, toPortableText } from '#persistence/stores';
import { recordingLimits } from '#product/recording/reports';
import { OTHER, UNNAMED } from './count.tables.ts';
import type { CountedNameKind } from './count.tables.ts';
import { addRanks, allowNames, listMet, listTold, noteOthers, toRankedFrom } from './name-ranks.ts';
import type { BroughtName } from './name-ranks.ts';

/** An event, or something else that counts under a release and an environment. */
export interface Named {
  readonly projectId: number;
  readonly release?: string | undefined;
  readonly environment?: string | undefined;
  /** When it occurred or began. Dates its release. */
  readonly occurredAtMs?: number | undefined;
  /** The key with which the sender reported. */
  readonly publicKey?: string;
}

interface Brought extends BroughtName {
  readonly kind: CountedNameKind;
  readonly events: number;
}

const { countedNames, rankedPerDay } = recordingLimits;

export class NameIds {
  readonly #ids: ReadonlyMap<string, number>;
  readonly #heldBack: ReadonlySet<string>;

  private constructor(ids: ReadonlyMap<string, number>, heldBack: ReadonlySet<string>) {
    this.#ids = ids;
    this.#heldBack = heldBack;
  }

  /**
   * Looks up the ids of all releases and environments in `named`. New names get a place within what
   * their key may bring in an hour, while their project has one; others wait for `NameStore.settle`.
   * Each of `named` counts towards the rank of its names. Rows are written in sorted order, so a
   * transaction calls this once: a second call would break that order, and could deadlock.
   */
  static async of(
    transaction: Transaction<Schema>,
    named: readonly Named[],
    nowMs: number,
  ): Promise<NameIds> {
    const ids = new Map<string, number>();
    const heldBack = new Set<string>();
    for (const [projectId, brought] of [...listBrought(named)].toSorted(([a], [b]) => a - b)) {
      const hasId = (each: Brought) => ids.has(toPlace(projectId, each.kind, each.name));
      await readIds(transaction, { projectId, names: brought, ids });
      const missing = brought.filter((each) => !hasId(each));
      if (missing.length > 0) {
        const held = await placeNames(transaction, projectId, { missing, nowMs });
        for (const { kind, name } of held) heldBack.add(toPlace(projectId, kind, name));
        await readIds(transaction, { projectId, names: missing, ids });
        const others = missing.filter((each) => !hasId(each));
        await noteOthers(transaction, projectId, { others, nowMs });
      }
      const ranked = brought.filter(
        ({ kind, name }) => !heldBack.has(toPlace(projectId, kind, name)),
      );
      await rankNames(transaction, projectId, { ranked, nowMs });
    }
    return new NameIds(ids, heldBack);
  }

  /** Looks up ids as `of` does, and writes nothing. */
  static async find(transaction: Transaction<Schema>, named: readonly Named[]): Promise<NameIds> {
    const ids = new Map<string, number>();
    for (const [projectId, names] of listBrought(named)) {
      await readIds(transaction, { projectId, names, ids });
    }
    return new NameIds(ids, new Set());
  }

  /** Returns `OTHER` for a name that was not looked up, or has no id. */
  get(projectId: number, kind: CountedNameKind, name: string | undefined): number {
    if (name === undefined) return UNNAMED;
    return this.#ids.get(toPlace(projectId, kind, toPortableText(name))) ?? OTHER;
  }

  /** Whether the key that brought the new name had brought too many in this hour. */
  isHeldBack(projectId: number, kind: CountedNameKind, name: string): boolean {
    return this.#heldBack.has(toPlace(projectId, kind, toPortableText(name)));
  }
}

function toPlace(projectId: number, kind: CountedNameKind, name: string): string {
  return `${projectId} ${kind} ${name}`;
}

/** Lists each name once, sorted by kind and name. A name of several keys counts for the first. */
function listBrought(named: readonly Named[]): ReadonlyMap<number, readonly Brought[]> {
  const byProject = new Map<number, Map<string, Brought>>();
  for (const { projectId, publicKey = '', ...names } of named) {
    const brought = byProject.get(projectId) ?? new Map<string, Brought>();
    byProject.set(projectId, brought);
    for (const kind of ['environment', 'release'] as const) {
      if (names[kind] === undefined) continue;
      const name = toPortableText(names[kind]);
      const before = brought.get(`${kind} ${name}`) ?? { kind, name, publicKey, events: 0 };
      brought.set(`${kind} ${name}`, { ...before, events: before.events + 1 });
    }
  }
  const sorted = [...byProject].map(
    ([projectId, brought]) => [projectId, inOrder([...brought.values()])] as const,
  );
  return new Map(sorted);
}

function inOrder(brought: readonly Brought[]): readonly Brought[] {
  return brought.toSorted((a, b) => compareText(a.kind, b.kind) || compareText(a.name, b.name));
}

async function readIds(
  transaction: Transaction<Schema>,
  asked: { projectId: number; names: readonly Brought[]; ids: Map<string, number> },
): Promise<void> {
  const { projectId, names, ids } = asked;
  const wanted = [...new Set(names.map(({ name }) => name))];
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

/**
 * Gives places to names that are told, and to new ones while there are places. Returns the names
 * that are held back. Another process may have written the same names meanwhile.
 */
async function placeNames(
  transaction: Transaction<Schema>,
  projectId: number,
  { missing, nowMs }: { readonly missing: readonly Brought[]; readonly nowMs: number },
): Promise<readonly Brought[]> {
  const told = await listTold(transaction, projectId, missing);
  const brought = missing.filter((each) => !told.has(each));
  const met = await listMet(transaction, projectId, {
    names: brought,
    fromMs: toRankedFrom(nowMs),
  });
  const fresh = new Set(brought.filter((each) => !met.has(each)));
  const allowed = await allowNames(transaction, projectId, { brought, fresh, nowMs });
  const placed = new Set(told);
  for (const kind of ['environment', 'release'] as const) {
    const ofKind = [...allowed].filter((each) => each.kind === kind);
    if (ofKind.length === 0) continue;
    const room = countedNames[kind] - (await countUntold(transaction, projectId, kind));
    for (const each of ofKind.slice(0, Math.max(0, room))) placed.add(each);
  }
  await insertNames(
    transaction,
    projectId,
    missing.filter((each) => placed.has(each)),
  );
  return [...fresh].filter((each) => !allowed.has(each));
}

/** Expects sorted names. */
export async function insertNames(
  transaction: Transaction<Schema>,
  projectId: number,
  names: readonly { readonly kind: CountedNameKind; readonly name: string }[],
): Promise<void> {
  await inChunks(names, (chunk) =>
    transaction
      .insertInto('counted_names')
      .values(chunk.map(({ kind, name }) => ({ project_id: projectId, kind, name })))
      .onConflict((conflict) => conflict.columns(['project_id', 'kind', 'name']).doNothing())
      .execute(),
  );
}

/** Counts the names with a place that nobody told, which are limited. */
async function countUntold(
  transaction: Transaction<Schema>,
  projectId: number,
  kind: CountedNameKind,
): Promise<number> {
  const { untold } = await transaction
    .selectFrom('counted_names as n')
    .leftJoin('told_names as t', (join) =>
      join
        .onRef('t.project_id', '=', 'n.project_id')
        .onRef('t.kind', '=', 'n.kind')
        .onRef('t.name', '=', 'n.name'),
    )
    .select(({ fn }) => fn.countAll<number>().as('untold'))
    .where('n.project_id', '=', projectId)
    .where('n.kind', '=', kind)
    .where('t.name', 'is', null)
    .executeTakeFirstOrThrow();
  return untold;
}

/** Writes nothing for a name that has the full rank of a day, as names in use soon have. */
async function rankNames(
  transaction: Transaction<Schema>,
  projectId: number,
  { ranked, nowMs }: { readonly ranked: readonly Brought[]; readonly nowMs: number },
): Promise<void> {
  const startsAtMs = toBucketStart(nowMs, DAY_MS);
  const rows = await inChunks(ranked, (chunk) =>
    transaction
      .selectFrom('name_days')
      .select(['kind', 'name'])
      .where('project_id', '=', projectId)
      .where('kind', 'in', ['environment', 'release'])
      .where(
        'name',
        'in',
        chunk.map(({ name }) => name),
      )
      .where('starts_at', '=', startsAtMs)
      .where('events', '>=', rankedPerDay)
      .execute(),
  );
  const full = new Set(rows.map(({ kind, name }) => `${kind} ${name}`));
  const added = ranked
    .filter(({ kind, name }) => !full.has(`${kind} ${name}`))
    .map(({ kind, name, events }) => ({
      project_id: projectId,
      kind,
      name,
      starts_at: startsAtMs,
      events,
    }));
  await addRanks(transaction, added);
}
