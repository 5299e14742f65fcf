import { BoundSockets } from './bound-sockets.ts';
import { describeEnding, Service } from './service.ts';
import type { Ending, ServiceOptions, Started } from './service-process.ts';
import type { Ready } from '../messages.ts';

const RESTART_PAUSES_MS = [0, 0, 250, 500, 1000, 2000, 4000, 8000, 15_000, 30_000];
/** A new process that takes longer to start is killed, and the old one stays. */
const RENEW_MOST_MS = 60_000;

export type Beginning =
  | { readonly state: 'ready'; readonly messages: Readonly<Record<string, Ready>> }
  | { readonly state: 'stopped' }
  /** The first service that failed, and its output. All services have been stopped. */
  | {
      readonly state: 'failed';
      readonly name: string;
      readonly how: string;
      readonly output: string;
    };

export interface SupervisorOptions {
  readonly services: readonly ServiceOptions[];
  readonly say: (line: string) => void;
  readonly restartPausesMs?: readonly number[];
  readonly renewMostMs?: number;
}

/**
 * Starts services together, keeps them running, replaces them on request, and stops them together.
 * The supervisor owns their sockets, so that no connection is refused while a process is replaced.
 */
export class Supervisor {
  private readonly sockets = new BoundSockets();
  private readonly services: readonly Service[];
  private readonly say: (line: string) => void;
  private stopping: Promise<void> | undefined;
  private isRenewing = false;
  private exitCode = 0;
  private end: (exitCode: number) => void = () => undefined;
  /** Resolves when all services have ended, with the exit code for this process. */
  readonly ended = new Promise<number>((resolve) => (this.end = resolve));

  constructor({
    services,
    say,
    restartPausesMs = RESTART_PAUSES_MS,
    renewMostMs = RENEW_MOST_MS,
  }: SupervisorOptions) {
    this.say = say;
    this.services = services.map(
      (options) =>
        new Service(options, {
          sockets: this.sockets,
          restartPausesMs,
          renewMostMs,
          say,
        }),
    );
  }

  async start(): Promise<Beginning> {
    const starts = this.services.map(async (service) => {
      const started = await service.start();
      // Throwing ends `Promise.all` without waiting for the other services.
      if (!started.ok) throw new NotStarted(service.name, started);
      return [service.name, started.ready] as const;
    });
    try {
      return { state: 'ready', messages: Object.fromEntries(await Promise.all(starts)) };
    } catch (error) {
      if (this.stopping) return { state: 'stopped' };
      if (!(error instanceof NotStarted)) throw error;
      const { service: name, started } = error;
      this.exitCode = started.how.code ?? 1;
      await this.stop();
      return { state: 'failed', name, how: describeEnding(started.how), output: started.output };
    }
  }

  /**
   * Replaces the process of each service, one after the other. When a new process does not start,
   * its old process stays, and later services are not replaced. No service is replaced when
   * `prepare` resolves with false or rejects.
   */
  async renew(prepare: () => Promise<boolean> = () => Promise.resolve(true)): Promise<void> {
    if (this.isRenewing || this.stopping) return;
    this.isRenewing = true;
    try {
      if (await this.isPrepared(prepare)) await this.renewInTurn();
      else this.say('the update does not start, the running services go on.');
    } finally {
      this.isRenewing = false;
    }
  }

  stop(): Promise<void> {
    this.stopping ??= this.stopAll();
    return this.stopping;
  }

  kill(): void {
    for (const service of this.services) service.kill();
  }

  private async isPrepared(prepare: () => Promise<boolean>): Promise<boolean> {
    try {
      return await prepare();
    } catch (error) {
      this.say(`the update cannot be prepared. ${(error as Error).message}`);
      return false;
    }
  }

  private async renewInTurn(): Promise<void> {
    for (const service of this.services) {
      // Replacing a service runs two processes for a while, so services are replaced one at a time.
      const started = await service.renew();
      if (this.stopping) return;
      if (!started.ok) {
        const reason = started.output.trim() || describeEnding(started.how);
        const old = service.isRunning ? ', so the old one goes on' : '';
        this.say(`the new ${service.name} does not start${old}. ${reason}`);
        return;
      }
      this.say(`a new ${service.name} takes over.`);
    }
  }

  private async stopAll(): Promise<void> {
    // The sockets are closed first, so that new connections are refused instead of waiting for an
    // answer that never comes.
    this.sockets.close();
    // A terminal signals all processes at once, so the others may end before their turn.
    for (const service of this.services) service.expectEnd();
    // The first service takes what the others have accepted, so it ends last.
    for (const service of this.services.toReversed()) {
      const endings = await service.stop();
      this.exitCode ||= Math.max(0, ...endings.map(toExitCode));
    }
    this.end(this.exitCode);
  }
}

class NotStarted extends Error {
  constructor(
    readonly service: string,
    readonly started: Started & { ok: false },
  ) {
    super(service);
  }
}

/**
 * SIGTERM is not a failure. The signal ends a process that was still starting and did not handle
 * signals yet.
 */
function toExitCode({ code, signal }: Ending): number {
  if (signal === 'SIGTERM') return 0;
  return code ?? 1;
}
