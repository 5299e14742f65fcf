import type { BodyPlace } from '../segments/body-place.ts';

/** What of a segment is owed to other services. */
export interface OwedShare {
  /** As many as rows of `forwards` name a body there. */
  readonly rows: number;
  /** Of those bodies. */
  readonly bytes: number;
  /** No row with a lower id is among them. */
  readonly firstId: number;
  /** Nor one with a higher id. */
  readonly lastId: number;
}

interface Change {
  readonly id: number;
  readonly place: BodyPlace;
  readonly sign: 1 | -1;
}

/** How much of each segment is owed. It follows commits, as the segments themselves do. */
export class OwedBodies {
  private shares = new Map<number, OwedShare>();
  /** Of the commit under way. */
  private changes: Change[] = [];

  constructor(shares: ReadonlyMap<number, OwedShare>) {
    this.replace(shares);
  }

  /** By segment, without those that nothing is owed of. */
  get bySegment(): ReadonlyMap<number, OwedShare> {
    return this.shares;
  }

  /** To be called within a write, for a row that names a body there. */
  add(id: number, place: BodyPlace): void {
    this.changes.push({ id, place, sign: 1 });
  }

  /** To be called within a write, for a row that named a body there and goes. */
  remove(id: number, place: BodyPlace): void {
    this.changes.push({ id, place, sign: -1 });
  }

  /** To be called after each attempt to commit. */
  settle(isCommitted: boolean): void {
    const { changes } = this;
    this.changes = [];
    if (isCommitted) for (const change of changes) this.apply(change);
  }

  /** To be called when rows were counted anew. */
  replace(shares: ReadonlyMap<number, OwedShare>): void {
    this.shares = new Map(shares);
  }

  private apply({ id, place: { segment, bytes }, sign }: Change): void {
    const share = this.shares.get(segment) ?? { rows: 0, bytes: 0, firstId: id, lastId: id };
    const rows = share.rows + sign;
    if (rows === 0) {
      this.shares.delete(segment);
      return;
    }
    this.shares.set(segment, {
      rows,
      bytes: share.bytes + sign * bytes,
      firstId: Math.min(share.firstId, id),
      lastId: Math.max(share.lastId, id),
    });
  }
}
