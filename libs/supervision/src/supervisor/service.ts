import { setTimeout as pause } from 'node:timers/promises';
import { BESIDE } from '../messages.ts';
import type { BoundSockets } from './bound-sockets.ts';
import { NO_PROCESS, ServiceProcess } from './service-process.ts';
import type { Ending, ServiceOptions, Started } from './service-process.ts';

const NOT_STARTED: Started = { ok: false, how: { code: 0, signal: null }, output: '' };
/** A service that ran this long before it died is restarted without a pause. */
const STEADY_MS = 10_000;

export interface Circumstances {
  readonly sockets: BoundSockets;
  /** Pauses before restarts after the process ended unexpectedly. The last pause repeats. */
  readonly restartPausesMs: readonly number[];
  /**
   * How long a process may take to start beside another one. A process that starts alone has no
   * limit.
   */
  readonly renewMostMs: number;
  readonly say: (line: string) => void;
}

/**
 * Keeps one process of a service running, and replaces it on request. A service that has been ready
 * once is restarted however often it ends.
 */
export class Service {
  private readonly processes = new Set<ServiceProcess>();
  private readonly stopping = new AbortController();
  private current: ServiceProcess | undefined;
  private startedMs = 0;
  private endings = 0;
  private work: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly options: ServiceOptions,
    private readonly circumstances: Circumstances,
  ) {}

  get name(): string {
    return this.options.name;
  }

  get isRunning(): boolean {
    return this.current !== undefined;
  }

  /**
   * Starts the first process. Also resolves when the start fails. A failed first start is not
   * repeated.
   */
  start(): Promise<Started> {
    return this.inTurn(() => this.startOne());
  }

  /**
   * Starts a second process and retires the current one when the second accepts connections. If the
   * second does not start, the current one stays.
   */
  renew(): Promise<Started> {
    return this.inTurn(async () => {
      const old = this.current;
      const started = await this.startOne(old && this.circumstances.renewMostMs);
      if (started.ok && old) void this.retireOld(old);
      return started;
    });
  }

  /** From now on, a process that ends is not started again. */
  expectEnd(): void {
    this.stopping.abort();
  }

  stop(): Promise<Ending[]> {
    this.expectEnd();
    return Promise.all([...this.processes].map((process) => process.stop()));
  }

  kill(): void {
    for (const process of this.processes) process.kill();
  }

  private inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
    const turn = this.work.then(task);
    this.work = turn.catch(() => undefined);
    return turn;
  }

  private async startOne(mostMs?: number): Promise<Started> {
    if (this.stopping.signal.aborted) return NOT_STARTED;
    let process: ServiceProcess;
    try {
      process = new ServiceProcess(this.toOptions(mostMs), this.circumstances.sockets);
    } catch (error) {
      return { ok: false, how: NO_PROCESS, output: (error as Error).message };
    }
    this.processes.add(process);
    void process.ended.then(() => this.processes.delete(process));
    const started = await process.started(mostMs);
    if (!started.ok) return started;
    this.current = process;
    this.startedMs = performance.now();
    void process.ended.then((how) => this.restart(process, how));
    return started;
  }

  private toOptions(mostMs: number | undefined): ServiceOptions {
    if (mostMs === undefined) return this.options;
    return { ...this.options, env: { ...this.options.env, [BESIDE]: '1' } };
  }

  private async restart(process: ServiceProcess, how: Ending): Promise<void> {
    if (this.stopping.signal.aborted || this.current !== process) return;
    this.current = undefined;
    if (performance.now() - this.startedMs > STEADY_MS) this.endings = 0;
    let told = `the ${this.name} stopped unexpectedly (${describeEnding(how)});`;
    for (let isThere = false; !isThere && !this.stopping.signal.aborted;) {
      const pauseMs = this.nextPauseMs();
      this.circumstances.say(`${told} starting it again${describePause(pauseMs)}.`);
      await this.pauseFor(pauseMs);
      const started = await this.inTurn(() => this.startUnlessThere());
      isThere = started.ok;
      if (!started.ok) told = describeFailedStart(this.name, started);
    }
  }

  private async startUnlessThere(): Promise<Started | { readonly ok: true }> {
    return this.current ? { ok: true } : this.startOne();
  }

  private nextPauseMs(): number {
    const { restartPausesMs } = this.circumstances;
    const pauseMs = restartPausesMs[Math.min(this.endings, restartPausesMs.length - 1)]!;
    this.endings += 1;
    return pauseMs;
  }

  private async retireOld(old: ServiceProcess): Promise<void> {
    const how = await old.retire();
    if (how.code === 0 || this.stopping.signal.aborted) return;
    this.circumstances.say(`the previous ${this.name} ended with ${describeEnding(how)}.`);
  }

  private pauseFor(ms: number): Promise<void> {
    return pause(ms, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }
}

function describePause(ms: number): string {
  return ms < 1000 ? '' : ` in ${ms / 1000} s`;
}

function describeFailedStart(name: string, { how, output }: Started & { ok: false }): string {
  const reason = output.trim();
  return `the ${name} does not start (${describeEnding(how)})${reason && `: ${reason}`};`;
}

export function describeEnding({ code, signal }: Ending): string {
  return signal ?? (code === null ? 'no process' : `exit code ${code}`);
}
