/** Ends a turn; to be called once. */
export type Leave = () => void;

interface Waiting {
  readonly bytes: number;
  readonly begin: (leave: Leave) => void;
}

/** One turn at a time: names take turns, and those of one name go in the order in which they came. */
export class NamedTurns {
  /** In the order of their turns. */
  private readonly lanes = new Map<string, Waiting[]>();
  private isTaken = false;

  /** `mostBytes`: of those of one name that wait; one may always. */
  constructor(private readonly mostBytes: number) {}

  /** Resolves, when it is one's turn, with how to leave; undefined when too much of the name waits. */
  enter(name: string, bytes: number): Promise<Leave> | undefined {
    const waiting = this.lanes.get(name) ?? [];
    const awaitedBytes = waiting.reduce((sum, each) => sum + each.bytes, bytes);
    if (waiting.length > 0 && awaitedBytes > this.mostBytes) return undefined;
    const turn = new Promise<Leave>((begin) => waiting.push({ bytes, begin }));
    this.lanes.set(name, waiting);
    if (!this.isTaken) this.next();
    return turn;
  }

  private next(): void {
    const [first] = this.lanes;
    this.isTaken = first !== undefined;
    if (!first) return;
    const [name, [one, ...others]] = first;
    // Behind the other names.
    this.lanes.delete(name);
    if (others.length > 0) this.lanes.set(name, others);
    one!.begin(() => this.next());
  }
}
