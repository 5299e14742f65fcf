/** Ends a turn; to be called once, with what it has cost. */
export type Leave = (cost: number) => void;

export interface TurnLimits {
  /** What those of one name may be expected to cost who wait; one may always. */
  readonly mostAwaited: number;
  /** What a turn is expected to cost of a name that has had none. */
  readonly firstCost: number;
}

/** Those of one name who wait, and what was spent on them. */
interface Lane {
  readonly waiting: ((leave: Leave) => void)[];
  spent: number;
  /** What its next turn is expected to cost, by what its last ones did. */
  expected: number;
}

/**
 * One turn at a time, in the order of who came, but by name: the next is of the name on which least was spent. Who comes
 * again after a while is no better off for it than those who waited meanwhile (start-time fair queueing, Goyal et al. 1996).
 */
export class FairTurns {
  private readonly lanes = new Map<string, Lane>();
  /** What was spent on the name whose turn it is, before it. */
  private spent = 0;
  private isTaken = false;

  constructor(private readonly limits: TurnLimits) {}

  /** Resolves, when it is one's turn, with how to leave; undefined when too much of the name waits. */
  enter(name: string): Promise<Leave> | undefined {
    const { waiting, expected } = this.findLane(name);
    if (waiting.length > 0 && (waiting.length + 1) * expected > this.limits.mostAwaited) {
      return undefined;
    }
    const turn = new Promise<Leave>((resolve) => waiting.push(resolve));
    if (!this.isTaken) this.next();
    return turn;
  }

  /** Ready for one more to wait. */
  private findLane(name: string): Lane {
    const { spent } = this;
    const lane = this.lanes.get(name) ?? { waiting: [], spent, expected: this.limits.firstCost };
    if (lane.waiting.length === 0) lane.spent = Math.max(lane.spent, spent);
    this.lanes.set(name, lane);
    return lane;
  }

  private next(): void {
    const lane = this.choose();
    this.isTaken = lane !== undefined;
    if (!lane) return this.lanes.clear();
    this.spent = lane.spent;
    this.forgetLevel();
    lane.waiting.shift()!((cost) => {
      lane.spent += cost;
      lane.expected = (lane.expected + cost) / 2;
      this.next();
    });
  }

  private choose(): Lane | undefined {
    const waiting = [...this.lanes.values()].filter((lane) => lane.waiting.length > 0);
    return waiting.reduce<Lane | undefined>(
      (least, lane) => (least && least.spent <= lane.spent ? least : lane),
      undefined,
    );
  }

  /** Of names that would begin anew just as they are, nothing has to be known. */
  private forgetLevel(): void {
    for (const [name, { waiting, spent }] of this.lanes) {
      if (waiting.length === 0 && spent <= this.spent) this.lanes.delete(name);
    }
  }
}
