import { BoundSockets } from './bound-sockets.ts';
import { describeEnding, Service } from './service.ts';
import type { Ending, ServiceOptions, Started } from './service-process.ts';
import type { Ready } from '../messages.ts';

const RESTART_PAUSES_MS = [0, 0, 250, 500, 1000, 2000, 4000, 8000, 15_000, 30_000];
/** A newcomer that takes longer had better not be waited for: the old one goes on. */
const RENEW_MOST_MS = 60_000;

export type Beginning =
  /** The ready message of each service, by name. */
  | { readonly state: 'ready'; readonly messages: Readonly<Record<string, Ready>> }
  /** It was asked to stop before they were. */
  | { readonly state: 'stopped' }
  /** What the first that did not start printed, and how it ended. Nothing runs any more. */
  | {
      readonly state: 'failed';
      readonly name: string;
      readonly how: string;
      readonly output: string;
    };

export interface SupervisorOptions {
  readonly services: readonly ServiceOptions[];
  /** Takes a line for the person who looks after them. */
  readonly say: (line: string) => void;
  readonly restartPausesMs?: readonly number[];
  readonly renewMostMs?: number;
}

/**
 * Starts services together, keeps them running, puts others in their place on request and ends them together. The
 * sockets they listen on are held here: whichever of them comes or goes, nobody who connects is refused.
 */
export class Supervisor {
  private readonly sockets = new BoundSockets();
  private readonly services: readonly Service[];
  private readonly say: (line: string) => void;
  private stopping: Promise<void> | undefined;
  private isRenewing = false;
  private exitCode = 0;
  private end: (exitCode: number) => void = () => undefined;
  /** Resolves when all have ended, with what this process should exit with. */
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
      // The others need not become ready first.
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
   * Has a new process take the place of each, one service after the other, once `prepare` resolves with true. What
   * does not start leaves the old one where it is, and those after it too; so does a `prepare` that rejects.
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

  /** Resolves when all have ended. */
  stop(): Promise<void> {
    this.stopping ??= this.stopAll();
    return this.stopping;
  }

  /** Ends what takes too long to stop. */
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
      // Each is two processes for a while.
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
    // Who connects from now on shall not wait for an answer that never comes.
    this.sockets.close();
    const endings = await Promise.all(this.services.map((service) => service.stop()));
    this.exitCode ||= Math.max(0, ...endings.flat().map(toExitCode));
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

/** One that was still starting ends with the signal itself. */
function toExitCode({ code, signal }: Ending): number {
  if (signal === 'SIGTERM') return 0;
  return code ?? 1;
}
