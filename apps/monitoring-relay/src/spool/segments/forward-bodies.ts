import type { BodyPlace } from './body-place.ts';

export interface ForwardShare {
  readonly rows: number;
  readonly bytes: number;
  /** Bounds of the ids of these rows. The rows with the ids `firstId` and `lastId` may be gone. */
  readonly firstId: number;
  readonly lastId: number;
}

interface Change {
  readonly id: number;
  readonly place: BodyPlace;
  readonly sign: 1 | -1;
}

/**
 * Tracks how much of each segment waits to be forwarded. Call `add` and `remove` inside a
 * transaction, and `settle` after each attempt to commit.
 */
export class ForwardBodies {
  private shares = new Map<number, ForwardShare>();
  private changes: Change[] = [];

  constructor(shares: ReadonlyMap<number, ForwardShare>) {
    this.replace(shares);
  }

  get bySegment(): ReadonlyMap<number, ForwardShare> {
    return this.shares;
  }

  add(id: number, place: BodyPlace): void {
    this.changes.push({ id, place, sign: 1 });
  }

  remove(id: number, place: BodyPlace): void {
    this.changes.push({ id, place, sign: -1 });
  }

  settle(isCommitted: boolean): void {
    const { changes } = this;
    this.changes = [];
    if (isCommitted) for (const change of changes) this.apply(change);
  }

  replace(shares: ReadonlyMap<number, ForwardShare>): void {
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
