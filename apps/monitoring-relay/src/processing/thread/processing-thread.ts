import { readdirSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type Transferable, Worker } from 'node:worker_threads';
import type { JobRun } from '#shared';
import { describeError, Logger } from '#telemetry/plain';
import type { Pause } from '#telemetry/plain';
import type { OnOver } from '../../spool/ports/spool-consumer.ts';
import type { SpoolProcessing } from '../../spool/ports/spool-processing.ts';
import type { SpooledReport } from '../../spool/ports/spool-queue.ts';
import { hasOwnMemory } from '../body-memory.ts';
import { Processing } from '../processing.ts';
import type { ProcessingFaults } from '../processing-faults.ts';
import { SpoolCallServer } from './spool-call-server.ts';
import type { CallResult, FromThread, ThreadPart, ThreadSettings } from './messages.ts';
import { packError, unpackError } from './portable-error.ts';
import type { PortableError } from './portable-error.ts';
import { createTurnMemory } from './shared-turns.ts';
import { ThreadCrew } from './thread-crew.ts';
import { EndedThread, HangingThread, ThreadLife } from './thread-life.ts';

/**
 * Detects that the files of the build were replaced while the process runs. A thread started from
 * the new files might not understand this process's messages or the database. Create this object
 * when the process starts.
 */
export class ThreadBuild {
  private readonly own: string;

  constructor(private readonly folder: string) {
    this.own = this.describe();
  }

  get isReplaced(): boolean {
    try {
      return this.describe() !== this.own;
    } catch {
      return true;
    }
  }

  private describe(): string {
    const files = readdirSync(this.folder).filter((name) => name.endsWith('.js'));
    const describeFile = (name: string): string => {
      const { size, mtimeMs } = statSync(join(this.folder, name));
      return `${name} ${size} ${mtimeMs}`;
    };
    return files.toSorted().map(describeFile).join('\n');
  }
}

/** How long the threads may take to stop. The supervisor waits 8 s for the whole relay. */
const GRACE_MS = 3000;
const BEAT_EVERY_MS = 1000;
/**
 * Missed beats after which a thread counts as hung. No transaction, and no wait for another
 * process's lock, takes this long.
 */
const MAX_MISSED_BEATS = 30;
/**
 * Heap limits of a thread. Long-lived data is small, and the memory of bodies is outside V8's heap.
 * V8 would by default keep 48 MB for young objects. The supervisor's `--max-old-space-size` replaces
 * the first limit by its own. Either ends the thread alone, with `ERR_WORKER_OUT_OF_MEMORY`.
 */
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 12 };

const OTHER_BUILD = 'The files of this relay belong to another build: restart the relay.';

/** Queued reports above which a second thread is worth its cost. 400 reports are four batches. */
const SECOND_THREAD_REPORTS = 400;

export interface ProcessingThreadOptions {
  readonly spool: SpoolProcessing;
  readonly faults: ProcessingFaults;
  readonly pause: Pause;
  readonly onJobRun: (run: JobRun) => void;
  readonly settings: Pick<
    ThreadSettings,
    'bounds' | 'dataDir' | 'databaseUrl' | 'delivery' | 'minFreeDiskBytes' | 'secret'
  >;
  readonly build?: Pick<ThreadBuild, 'isReplaced'>;
}

interface Finishing {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Processes reports in a thread with its own database connection, so that processing does not delay
 * answers. While many reports wait, a second thread helps, and both write in turns. When a thread
 * ends or hangs, the relay restarts and claims the threads' reports again. Reports that were
 * already recorded count once.
 */
export class ProcessingThread extends Processing {
  private readonly logger = new Logger('Processing');
  private readonly stopping = new AbortController();
  private readonly desk: SpoolCallServer;
  private readonly build: Pick<ThreadBuild, 'isReplaced'>;
  private crew: ThreadCrew | undefined;
  private finishing: Finishing | undefined;
  private over: Parameters<OnOver>[0] | undefined;
  private readonly listeners: OnOver[] = [];
  private hasWarnedOfBuild = false;

  constructor(private readonly options: ProcessingThreadOptions) {
    super();
    this.build = options.build ?? new ThreadBuild(import.meta.dirname);
    this.desk = new SpoolCallServer(options.spool, () =>
      this.crew?.first.tell({ type: 'appended' }),
    );
  }

  override start(): void {
    if (this.stopping.signal.aborted) return;
    const turns = createTurnMemory();
    const { pause } = this.options;
    try {
      this.crew = new ThreadCrew({ begin: (part) => this.beginLife(part, turns), pause });
    } catch (error) {
      return this.end(error);
    }
    void this.crew.failed.then((fault) => this.end(fault));
  }

  override onOver(listener: OnOver): void {
    if (this.over) listener(this.over);
    else this.listeners.push(listener);
  }

  override async finish(spool: SpoolProcessing): Promise<void> {
    if (this.stopping.signal.aborted) return;
    this.desk.openOrphaned(spool);
    try {
      await new Promise<void>((resolve, reject) => {
        this.finishing = { resolve, reject };
        this.crew?.first.tell({ type: 'finish' });
      });
    } finally {
      this.finishing = undefined;
      this.desk.closeOrphaned();
    }
  }

  override async stop(): Promise<void> {
    this.stopping.abort();
    const grace = new AbortController();
    const isOver = this.options.pause.wait(GRACE_MS, grace.signal);
    await Promise.race([this.crew?.stop(), isOver]);
    grace.abort();
    this.finishing?.resolve();
  }

  protected createWorker(settings: ThreadSettings): Worker {
    return new Worker(new URL('./processing.worker.js', import.meta.url), {
      workerData: settings,
      resourceLimits: MEMORY,
    });
  }

  protected get beatEveryMs(): number {
    return BEAT_EVERY_MS;
  }

  /** A second thread has nothing to run on when there is only one core. */
  protected get hasSpareCore(): boolean {
    return availableParallelism() > 1;
  }

  private beginLife(part: ThreadPart, turns: SharedArrayBuffer): ThreadLife {
    const { beatEveryMs } = this;
    const life = new ThreadLife({
      worker: this.createWorker({ ...this.options.settings, part, turns, beatEveryMs }),
      beatEveryMs,
      maxMissedBeats: MAX_MISSED_BEATS,
      onMessage: (said) => this.handleMessage(said, life),
    });
    return life;
  }

  /**
   * Ends processing after a fault. The attempts of claimed reports are not cleared, because one of
   * these reports may have caused the crash.
   */
  private end(fault: unknown): void {
    if (this.stopping.signal.aborted) return;
    this.over = { isHanging: fault instanceof HangingThread };
    const projectId = this.desk.noteCrash(fault instanceof EndedThread);
    this.logger.error(`Processing has crashed, and the relay restarts. ${describeError(fault)}`);
    this.options.faults.report(fault, projectId);
    for (const listener of this.listeners) listener(this.over);
  }

  private handleMessage(said: FromThread, life: ThreadLife): void {
    switch (said.type) {
      case 'beat':
        return;
      case 'log':
        return Logger.pass(said.line);
      case 'jobRun':
        return this.options.onJobRun(said.run);
      case 'fault':
        return this.options.faults.report(unpackError(said.error), said.projectId);
      case 'finished':
        return this.endFinishing(said.error);
      case 'drained':
        return void this.crew?.endSecondWhenIdle();
      case 'call':
        return void this.answer(said, life);
    }
  }

  private endFinishing(error: PortableError | undefined): void {
    if (error) this.finishing?.reject(unpackError(error));
    else this.finishing?.resolve();
  }

  private async answer(
    { id, queue, ...call }: Extract<FromThread, { type: 'call' }>,
    life: ThreadLife,
  ): Promise<void> {
    const result: CallResult = await this.desk.answer(queue, call).then(
      (value) => ({ ok: true, value }),
      (error: unknown) => ({ ok: false, error: packError(error) }),
    );
    life.tell({ type: 'answer', id, result }, call.method === 'claim' ? listBodies(result) : []);
    if (result.ok && call.method === 'settle' && call.args[0].length > 0) this.noteProgress();
  }

  private noteProgress(): void {
    const isMuch = this.options.spool.queuedReports > SECOND_THREAD_REPORTS;
    if (isMuch && this.hasSpareCore && !this.desk.isOneByOne) this.drain();
  }

  private drain(): void {
    if (!this.crew?.mayBeginSecond) return this.crew?.drain();
    if (this.hasWarnedOfBuild) return;
    this.hasWarnedOfBuild = this.build.isReplaced;
    if (this.hasWarnedOfBuild)
      this.logger.warn(`Only one thread processes reports. ${OTHER_BUILD}`);
    else this.crew.drain();
  }
}

/**
 * Returns the memory that is transferred instead of copied: bodies that fill their whole
 * `ArrayBuffer`, as those from SQLite do.
 */
function listBodies(result: CallResult): Transferable[] {
  if (!result.ok) return [];
  return (result.value as SpooledReport[])
    .filter(({ body }) => hasOwnMemory(body))
    .map(({ body }) => body.buffer as ArrayBuffer);
}
