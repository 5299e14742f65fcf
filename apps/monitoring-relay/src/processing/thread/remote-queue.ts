import type { ClaimLimits, SpoolQueue, SpooledReport } from '../../spool/ports/spool-queue.ts';
import { returnMemory } from '../body-memory.ts';
import type { CallResult, FromThread, QueueCall, QueueName } from './messages.ts';
import { unpackError } from './portable-error.ts';

interface Waiting {
  readonly id: number;
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
}

export class QueueCalls {
  /**
   * An array, not a `Map`: the old tables of a map would keep bodies of earlier reports alive (see
   * `StallWatch`).
   */
  private waiting: Waiting[] = [];
  private lastId = 0;

  constructor(private readonly say: (said: FromThread) => void) {}

  make(queue: QueueName, call: QueueCall): Promise<never> {
    this.lastId += 1;
    const id = this.lastId;
    return new Promise((resolve, reject) => {
      this.waiting.push({ id, resolve, reject });
      this.say({ type: 'call', id, queue, ...call });
    });
  }

  answer(id: number, result: CallResult): void {
    const waiting = this.waiting.find((each) => each.id === id);
    this.waiting = this.waiting.filter((each) => each !== waiting);
    if (result.ok) waiting?.resolve(result.value as never);
    else waiting?.reject(unpackError(result.error));
  }
}

type Held = Pick<SpooledReport, 'id' | 'body'>;

export class RemoteQueue implements SpoolQueue {
  private readonly listeners: (() => void)[] = [];
  /**
   * Reports that were claimed and not yet passed to `settle` or `leave`. Also an array, for the
   * reason given in `QueueCalls`.
   */
  private held: readonly Held[] = [];

  constructor(
    private readonly calls: QueueCalls,
    private readonly name: QueueName,
  ) {}

  onAppended(listener: () => void): void {
    this.listeners.push(listener);
  }

  announce(): void {
    for (const listener of this.listeners) listener();
  }

  async claim(limits: ClaimLimits): Promise<SpooledReport[]> {
    const reports: SpooledReport[] = await this.call({ method: 'claim', args: [limits] });
    const claimed = reports.map((report) => ({ ...report, body: toBuffer(report.body) }));
    this.held = [...this.held, ...claimed.map(({ id, body }) => ({ id, body }))];
    return claimed;
  }

  clearAttempts(): void {
    // Closing a spool clears its attempts too, so a failure is harmless.
    void this.call({ method: 'clearAttempts', args: [] }).catch(() => undefined);
  }

  async settle(...args: Parameters<SpoolQueue['settle']>): Promise<void> {
    await this.call({ method: 'settle', args });
    this.letGo(new Set(args[0]));
  }

  async leave(...args: Parameters<SpoolQueue['leave']>): Promise<void> {
    await this.call({ method: 'leave', args });
    this.letGo(new Set(args[0]));
  }

  findOldestMs(): Promise<number | undefined> {
    return this.call({ method: 'findOldestMs', args: [] });
  }

  listSettled(): ReturnType<SpoolQueue['listSettled']> {
    return this.call({ method: 'listSettled', args: [] });
  }

  dropOrigin(...args: Parameters<SpoolQueue['dropOrigin']>): Promise<void> {
    return this.call({ method: 'dropOrigin', args });
  }

  private letGo(ids: ReadonlySet<number>): void {
    returnMemory(this.held.flatMap(({ id, body }) => (ids.has(id) ? body : [])));
    this.held = this.held.filter(({ id }) => !ids.has(id));
  }

  private call(call: QueueCall): Promise<never> {
    return this.calls.make(this.name, call);
  }
}

function toBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
