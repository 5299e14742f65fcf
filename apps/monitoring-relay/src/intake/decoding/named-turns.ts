export type Leave = () => void;

interface Waiting {
  readonly bytes: number;
  readonly begin: (leave: Leave) => void;
}

/**
 * Lets one caller work at a time. Other callers wait in a queue per name. The names take turns, and
 * each queue keeps the order of arrival.
 */
export class NamedTurns {
  private readonly queues = new Map<string, Waiting[]>();
  private isTaken = false;

  /** Limits the bytes that wait under one name. One entry may always wait, however large it is. */
  constructor(private readonly maxBytes: number) {}

  /**
   * Resolves when the caller may work. The caller must call the resolved function when it has
   * finished. Returns undefined when too many bytes of this name wait.
   */
  enter(name: string, bytes: number): Promise<Leave> | undefined {
    const waiting = this.queues.get(name) ?? [];
    const awaitedBytes = waiting.reduce((sum, each) => sum + each.bytes, bytes);
    if (waiting.length > 0 && awaitedBytes > this.maxBytes) return undefined;
    const turn = new Promise<Leave>((begin) => waiting.push({ bytes, begin }));
    this.queues.set(name, waiting);
    if (!this.isTaken) this.next();
    return turn;
  }

  private next(): void {
    const [first] = this.queues;
    this.isTaken = first !== undefined;
    if (!first) return;
    const [name, [one, ...others]] = first;
    // Deleting and setting moves the name behind the others.
    this.queues.delete(name);
    if (others.length > 0) this.queues.set(name, others);
    one!.begin(() => this.next());
  }
}
