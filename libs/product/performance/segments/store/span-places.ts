import { type SegmentName, spanLimits } from '#shared';
import { groupByName } from '#persistence/stores';
import type { SpanWriting } from './add-counts.ts';
import { listFolded, SlugIndex } from '../rules/slug-index.ts';
import type { SpaceSaving } from '../rules/space-saving.ts';
import { mergeName } from './merge-name.ts';
import { NO_SEGMENT, OTHERS, type SpanNamesTable } from './segment.tables.ts';
import type { SpanSum } from './span-sums.ts';

const METHOD = /^[A-Z]+ (?=\/)/;
/** Kinds whose names may be paths. */
const PATH_KINDS: ReadonlySet<string> = new Set(['request', 'page', 'navigation']);

type SpanName = Pick<SpanNamesTable, 'kind' | 'name'> & { readonly isAddress?: boolean };

interface PlacedName extends SpanName {
  readonly id: number;
}

const OTHER_PLACE: SpanName = { kind: OTHERS, name: '' };
/** Between two hours, as many more names have a place, so that the next hour can choose. */
const ROOM = 2;

/** Names of a project, within the transaction that counts under them. The caller holds `lockSpans`. */
export class SpanPlaces {
  /** Names of segments (`NO_SEGMENT`) and of the operations of segments, by `toKey`. */
  readonly #names = new Map<number, Map<string, PlacedName>>();
  /** Keys of addresses, once a new one comes. */
  #slugs: SlugIndex | undefined;
  /** Segments by name without method, once a guess comes. */
  #byPath: ReadonlyMap<string, readonly PlacedName[]> | undefined;

  constructor(
    private readonly writing: SpanWriting,
    private readonly projectId: number,
    private readonly others: SpaceSaving,
  ) {}

  /**
   * Returns the id under which spans count. Operations of other segments do not count, and neither do
   * those of a guess that may mean several. Guesses come last.
   */
  async place({ segment, operation, numbers }: SpanSum): Promise<number | undefined> {
    if (!operation) {
      const { id, kind } = await this.placeSegment(segment);
      if (kind === OTHERS) this.others.add(toKey(segment), numbers.seen);
      return id;
    }
    const placed = segment.isGuess
      ? await this.#findMeant(segment, operation)
      : await this.placeSegment(segment);
    if (!placed || placed.kind === OTHERS) return undefined;
    await this.#readOf(placed.id);
    return (await this.#placeWithin(placed.id, operation, spanLimits.operationNames)).id;
  }

  /** Gives a segment its place, which is that of others when there is no room. */
  async placeSegment(segment: SegmentName): Promise<PlacedName> {
    await this.#readOf(NO_SEGMENT);
    const key = toKey(segment);
    const known = this.#segments.get(key);
    if (known || !segment.isAddress) return known ?? this.#placeNew(segment);
    this.#slugs ??= new SlugIndex(
      [...this.#segments].flatMap(([each, { isAddress }]) => (isAddress ? [each] : [])),
    );
    const folded = this.#slugs.fold(key);
    if (folded !== key) return this.#mergeAddresses(segment, folded);
    const placed = await this.#placeNew(segment);
    if (placed.kind !== OTHERS) this.#slugs.add(key);
    return placed;
  }

  /** Counts addresses under one name, once too many differ in one part. */
  async #mergeAddresses(segment: SegmentName, folded: string): Promise<PlacedName> {
    const known = this.#segments.get(folded);
    if (known) return known;
    const name = folded.slice(segment.kind.length + 1);
    const placed = await this.#placeNew({ ...segment, name });
    if (placed.kind === OTHERS) return placed;
    for (const key of this.#slugs!.list(folded)) {
      await mergeName(this.writing, this.#segments.get(key)!.id, placed.id);
      this.#segments.delete(key);
      this.#slugs!.delete(key);
    }
    this.#slugs!.add(folded);
    return placed;
  }

  /**
   * Finds the segment that a guess means. The exact name is before one with `{slug}`; of several,
   * only one with such an operation is meant.
   */
  async #findMeant(guess: SegmentName, operation: SpanName): Promise<PlacedName | undefined> {
    await this.#readOf(NO_SEGMENT);
    this.#byPath ??= groupByName([...this.#segments.values()], ({ name }) => toPath(name));
    const isPath = toPath(guess.name) === guess.name;
    for (const name of [guess.name, ...listFolded(guess.name)]) {
      // A path without a method may be that of a page, too.
      const found = (this.#byPath.get(toPath(name)) ?? []).filter((each) =>
        isPath
          ? guess.kind !== 'request' || PATH_KINDS.has(each.kind)
          : each.kind === guess.kind && each.name === name,
      );
      if (found.length === 0) continue;
      if (found.length === 1) return found[0];
      for (const { id } of found) await this.#readOf(id);
      const having = found.filter(({ id }) => this.#names.get(id)!.has(toKey(operation)));
      return having.length === 1 ? having[0] : undefined;
    }
    return undefined;
  }

  #placeNew(segment: SegmentName): Promise<PlacedName> {
    return this.#placeWithin(NO_SEGMENT, segment, spanLimits.segmentNames);
  }

  get #segments(): Map<string, PlacedName> {
    return this.#names.get(NO_SEGMENT)!;
  }

  async #placeWithin(segmentId: number, asked: SpanName, most: number): Promise<PlacedName> {
    const names = this.#names.get(segmentId)!;
    const mayEnter =
      names.size < most * ROOM ||
      names.has(toKey(asked)) ||
      (segmentId === NO_SEGMENT && this.others.isChosen(toKey(asked)));
    const { kind, name, isAddress = false } = mayEnter ? asked : OTHER_PLACE;
    const key = toKey({ kind, name });
    const known = names.get(key);
    if (known) return known;
    const { id } = await this.writing.transaction
      .insertInto('span_names')
      .values({
        project_id: this.projectId,
        segment_id: segmentId,
        kind,
        name,
        is_address: isAddress ? 1 : 0,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const placed = { id, kind, name, isAddress };
    names.set(key, placed);
    return placed;
  }

  async #readOf(segmentId: number): Promise<void> {
    if (this.#names.has(segmentId)) return;
    const rows = await this.writing.transaction
      .selectFrom('span_names')
      .select(['id', 'kind', 'name', 'is_address'])
      .where('project_id', '=', this.projectId)
      .where('segment_id', '=', segmentId)
      .execute();
    const names = rows.map(({ is_address, ...row }) => ({ ...row, isAddress: is_address === 1 }));
    this.#names.set(segmentId, new Map(names.map((each) => [toKey(each), each])));
  }
}

export function toKey({ kind, name }: Pick<SpanName, 'kind' | 'name'>): string {
  return `${kind} ${name}`;
}

/** Takes the method away. */
function toPath(name: string): string {
  return name.replace(METHOD, '');
}
