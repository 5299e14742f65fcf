import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { ErrataError, reportLimits } from '#shared';
import { describeError } from '#telemetry/plain';
import type { DecodingJob, FromDecodingThread, ToDecodingThread } from './decoding-job.ts';

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

const IDLE_MS = 30_000;

export interface DecodingOptions {
  /** Public key of the sender. All senders whose key is unknown count as one sender. */
  readonly sender: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * Decodes one body at a time by WASM on its own thread. An expensive body delays only other bodies
 * that need this thread, never the relay's other answers. Only one decoder is in memory, however
 * many bodies wait. Senders take turns: between two bodies of one sender, the thread decodes one
 * body of each sender that waits.
 */
@Injectable()
export class DecodingThread implements OnModuleDestroy {
  private readonly logger = new Logger(DecodingThread.name);
  private worker: Worker | undefined;
  private idling: NodeJS.Timeout | undefined;
  private readonly turns = new NamedTurns(reportLimits.decodingAwaitedBytes);

  /**
   * Yields the decoded body in pieces, each decoded on demand. Throws `MalformedBody` when the body
   * cannot be decoded, or not within 2 s of CPU. Throws `relay.busy` when too many bytes of the same
   * sender wait, or when the thread ends meanwhile. The body's buffer is transferred to the thread,
   * so the caller cannot use it any more.
   */
  async *decode(
    job: DecodingJob,
    { sender = '', signal }: DecodingOptions,
  ): AsyncGenerator<Buffer> {
    const turn = this.turns.enter(sender, job.body.length);
    if (!turn) throw new ErrataError('relay.busy');
    const leave = await turn;
    clearTimeout(this.idling);
    let isWorkerClean = true;
    try {
      if (signal.aborted) return;
      isWorkerClean = false;
      for (let told: ToDecodingThread = job; ; told = 'more') {
        const said = await this.requestPiece(told, signal);
        if ('malformed' in said) throw new MalformedBody(said.malformed);
        if ('isEnd' in said) break;
        yield Buffer.from(said.piece.buffer);
      }
      isWorkerClean = true;
    } finally {
      // A decoder that has not reached the end of its body keeps its memory until the thread ends.
      if (!isWorkerClean) this.endWorker();
      this.idling = setTimeout(() => this.endWorker(), IDLE_MS).unref();
      leave();
    }
  }

  onModuleDestroy(): void {
    this.endWorker();
  }

  private async requestPiece(
    told: ToDecodingThread,
    signal: AbortSignal,
  ): Promise<FromDecodingThread> {
    const worker = (this.worker ??= this.start());
    worker.postMessage(told, told === 'more' ? [] : [told.body.buffer]);
    try {
      const ended = new AbortController();
      const said = await Promise.race([
        once(worker, 'message', { signal: AbortSignal.any([signal, ended.signal]) }),
        once(worker, 'exit', { signal: ended.signal }).then(() => undefined),
      ]).finally(() => ended.abort());
      if (!said) throw new Error('The thread ended.');
      return said[0] as FromDecodingThread;
    } catch (cause) {
      throw new ErrataError('relay.busy', { cause });
    }
  }

  private start(): Worker {
    const worker = this.createWorker();
    worker.unref();
    // The waiting request also gets this failure. An unhandled error event would end the process.
    worker.on('error', (error) => {
      this.logger.warn(`The decoding thread failed. ${describeError(error)}`);
    });
    worker.once('exit', () => {
      if (this.worker === worker) this.worker = undefined;
    });
    return worker;
  }

  protected createWorker(): Worker {
    return new Worker(new URL('./decoding.worker.js', import.meta.url));
  }

  private endWorker(): void {
    void this.worker?.terminate();
    this.worker = undefined;
  }
}

class MalformedBody extends Error {}
