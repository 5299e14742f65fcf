import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { ErrataError, reportLimits } from '#shared';
import { describeError } from '#telemetry/plain';
import type { DecodingJob, FromDecodingThread, ToDecodingThread } from './decoding-job.ts';
import { NamedTurns } from './named-turns.ts';

/** A thread that nobody needs is let go of, with the memory that its decoders have grown to. */
const IDLE_MS = 30_000;

/** For whom a body is decoded. */
export interface Decoded {
  /** Who is alike has turns together; undefined: all of whom nothing is known yet. */
  readonly sender: string | undefined;
  /** Aborted when nobody wants it any more. */
  readonly signal: AbortSignal;
}

/**
 * Decodes by WASM on a thread of its own, one body at a time: what a body costs delays others that are
 * encoded so, never the answers of the relay, and all of them together hold the memory of one decoder. Senders take
 * turns: whoever sends much delays others by a body for each of theirs.
 */
@Injectable()
export class DecodingThread implements OnModuleDestroy {
  private readonly logger = new Logger(DecodingThread.name);
  private worker: Worker | undefined;
  private idling: NodeJS.Timeout | undefined;
  private readonly turns = new NamedTurns(reportLimits.decodingAwaitedBytes);

  /**
   * The decoded body, piece by piece, each decoded once it is asked for. Throws `MalformedBody` when it
   * cannot be decoded, `relay.busy` when too much of its sender waits, or the thread ended over it. The body is taken
   * from the caller.
   */
  async *decode(job: DecodingJob, { sender = '', signal }: Decoded): AsyncGenerator<Buffer> {
    const turn = this.turns.enter(sender, job.body.length);
    if (!turn) throw new ErrataError('relay.busy');
    const leave = await turn;
    clearTimeout(this.idling);
    let isWorkerClean = true;
    try {
      // Whoever waited for it may be gone.
      if (signal.aborted) return;
      isWorkerClean = false;
      for (let told: ToDecodingThread = job; ; told = 'more') {
        const said = await this.tell(told, signal);
        if ('malformed' in said) throw new MalformedBody(said.malformed);
        if ('isEnd' in said) break;
        yield Buffer.from(said.piece.buffer);
      }
      isWorkerClean = true;
    } finally {
      // A decoder that has not come to its end keeps what it holds.
      if (!isWorkerClean) this.letGo();
      this.idling = setTimeout(() => this.letGo(), IDLE_MS).unref();
      leave();
    }
  }

  onModuleDestroy(): void {
    this.letGo();
  }

  private async tell(told: ToDecodingThread, signal: AbortSignal): Promise<FromDecodingThread> {
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
    // Whoever waits for it is told as well; without a listener it would end the process.
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

  private letGo(): void {
    void this.worker?.terminate();
    this.worker = undefined;
  }
}

/** What a body that cannot be decoded has wrong. */
class MalformedBody extends Error {}
