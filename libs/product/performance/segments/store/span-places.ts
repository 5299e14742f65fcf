import { type SegmentName, spanLimits } from '#shared';
import type { SpanWriting } from './add-counts.ts';
import { mergeName } from './merge-name.ts';
import { NO_SEGMENT, OTHERS, type SpanNamesTable } from './segment.tables.ts';
import type { SpanSum } from './span-sums.ts';

/** Returns the name of an address among others, in which parts with many values are `{slug}`. */
export type FoldSlug = (name: string, siblings: Iterable<string>) => string;

type SpanName = Pick<SpanNamesTable, 'kind' | 'name'> & { readonly isAddress?: boolean };

interface PlacedName extends SpanName {
  readonly id: number;
}

const OTHER_NAME = { kind: OTHERS, name: '' } as const;
/** Between two hours, as many more names have a place, so that the next hour can choose. */
const ROOM = 2;

/** Names of a project, within the transaction that counts under them. The caller holds `lockSpans`. */
export class SpanPlaces {
  /** Names of segments (`NO_SEGMENT`) and of the operations of segments, by `toKey`. */
  readonly #names = new Map<number, Map<string, PlacedName>>();

  private constructor(
    private readonly writing: SpanWriting,
    private readonly projectId: number,
    private readonly foldSlug: FoldSlug,
  ) {}

  static async read(
    writing: SpanWriting,
    projectId: number,
    foldSlug: FoldSlug,
  ): Promise<SpanPlaces> {
    const places = new SpanPlaces(writing, projectId, foldSlug);
    await places.#readOf(NO_SEGMENT);
    return places;
  }

  /** Returns the id under which spans count. Operations of other segments do not count. */
  async place({ segment, operation }: SpanSum): Promise<number | undefined> {
    const placed = await this.placeSegment(segment);
    if (!operation || placed.kind === OTHERS) return operation ? undefined : placed.id;
    if (!this.#names.has(placed.id)) await this.#readOf(placed.id);
    return (await this.#placeWithin(placed.id, operation, spanLimits.operationNames)).id;
  }

  /** Gives a segment its place, which is that of others when there is no room. */
  async placeSegment(segment: SegmentName): Promise<PlacedName> {
    const known = this.#segments.get(toKey(segment));
    if (known || !segment.isAddress) return known ?? this.#placeNew(segment);
    const folded = this.#fold(segment);
    return folded.name === segment.name ? this.#placeNew(segment) : this.#mergeAddresses(folded);
  }

  #placeNew(segment: SegmentName): Promise<PlacedName> {
    return this.#placeWithin(NO_SEGMENT, segment, spanLimits.segmentNames);
  }

  /** Counts addresses under one name, once too many differ in one part. */
  async #mergeAddresses(folded: SegmentName): Promise<PlacedName> {
    const known = this.#segments.get(toKey(folded));
    if (known) return known;
    const placed = await this.#placeNew(folded);
    for (const [key, { id, kind, name }] of placed.kind === OTHERS ? [] : this.#segments) {
      if (id === placed.id || this.#fold({ ...folded, name }).name !== folded.name) continue;
      if (kind !== folded.kind || !this.#segments.get(key)?.isAddress) continue;
      await mergeName(this.writing, id, placed.id);
      this.#segments.delete(key);
    }
    return placed;
  }

  #fold(segment: SegmentName): SegmentName {
    const siblings = [...this.#segments.values()].filter(
      ({ kind, isAddress }) => isAddress && kind === segment.kind,
    );
    return {
      ...segment,
      name: this.foldSlug(
        segment.name,
        siblings.map(({ name }) => name),
      ),
    };
  }

  get #segments(): Map<string, PlacedName> {
    return this.#names.get(NO_SEGMENT)!;
  }

  async #placeWithin(segmentId: number, asked: SpanName, most: number): Promise<PlacedName> {
    const names = this.#names.get(segmentId)!;
    const isFull = names.size >= most * ROOM && !names.has(toKey(asked));
    const { kind, name, isAddress = false } = isFull ? { ...asked, ...OTHER_NAME } : asked;
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

function toKey({ kind, name }: SpanName): string {
  return `${kind} ${name}`;
}
