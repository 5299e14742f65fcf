import type { SpooledReport } from '../../spool/spool.ts';
import type { ClaimLimits, SpoolQueue } from '../../spool/spool-queue.ts';
import type { CallResult, FromThread, QueueCall, QueueName } from './messages.ts';
import { unpackError } from './portable-error.ts';

interface Waiting {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
}

/** What is asked of spools on the other side, until it is answered. */
export class QueueCalls {
  private readonly waiting = new Map<number, Waiting>();
  private lastId = 0;

  constructor(private readonly say: (said: FromThread) => void) {}

  make(queue: QueueName, call: QueueCall): Promise<never> {
    this.lastId += 1;
    const id = this.lastId;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.say({ type: 'call', id, queue, ...call });
    });
  }

  answer(id: number, result: CallResult): void {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    if (result.ok) waiting?.resolve(result.value as never);
    else waiting?.reject(unpackError(result.error));
  }
}

/** A spool that another thread holds. */
export class RemoteQueue implements SpoolQueue {
  private readonly listeners: (() => void)[] = [];

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
    // On their way they were bytes.
    return reports.map((report) => ({ ...report, body: toBuffer(report.body) }));
  }

  settle(...args: Parameters<SpoolQueue['settle']>): Promise<void> {
    return this.call({ method: 'settle', args });
  }

  fail(...args: Parameters<SpoolQueue['fail']>): Promise<void> {
    return this.call({ method: 'fail', args });
  }

  listSettled(): ReturnType<SpoolQueue['listSettled']> {
    return this.call({ method: 'listSettled', args: [] });
  }

  dropOrigin(...args: Parameters<SpoolQueue['dropOrigin']>): Promise<void> {
    return this.call({ method: 'dropOrigin', args });
  }

  private call(call: QueueCall): Promise<never> {
    return this.calls.make(this.name, call);
  }
}

function toBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
