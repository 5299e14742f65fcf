export type Leave = () => void;

interface Waiting {
  readonly bytes: number;
  readonly begin: (leave: Leave) => void;
}

/** Gives one turn at a time. Names alternate; within a name the order of arrival counts. */
export class NamedTurns {
  private readonly lanes = new Map<string, Waiting[]>();
  private isTaken = false;

  /**
   * Limits the waiting bytes of one name to `mostBytes`. One entry may always wait, however large
   * it is.
   */
  constructor(private readonly mostBytes: number) {}

  /**
   * Resolves when the turn begins, with the function that ends it. Returns undefined when too many
   * bytes of this name wait.
   */
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
    // Deleting and setting moves the name behind the others.
    this.lanes.delete(name);
    if (others.length > 0) this.lanes.set(name, others);
    one!.begin(() => this.next());
  }
}
