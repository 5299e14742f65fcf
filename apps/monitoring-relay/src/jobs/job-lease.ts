import { randomUUID } from 'node:crypto';
import type { JobLeaseStore } from '#persistence';
import { describeError, Logger } from '#telemetry/plain';
import type { Pause } from '#telemetry/plain';

/** How long others wait for a job of a relay that was killed. */
const LEASE_MS = 60_000;
const RENEW_EVERY_MS = 20_000;
/** In a row: then the lease is over soon, and another relay may take it. */
const MOST_FAILURES = 2;

/** Has a job run in one relay at a time, over all relays of the database. */
export class JobLease {
  private readonly logger = new Logger('Jobs');
  private readonly holder = randomUUID();

  constructor(
    private readonly leases: Pick<JobLeaseStore, 'hold' | 'release'>,
    private readonly pause: Pause,
  ) {}

  /**
   * Runs `work` unless another relay runs the job, and settles as it does. Its signal aborts with `signal`, and when the
   * lease is lost. Rejects also when the database is away before it has begun.
   */
  async runUnder(
    name: string,
    work: (signal: AbortSignal) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void> {
    if (!(await this.hold(name))) return;
    const isOver = new AbortController();
    const isLost = new AbortController();
    const renewing = this.keep(name, isOver.signal, () => isLost.abort());
    try {
      await work(AbortSignal.any([signal, isLost.signal]));
    } finally {
      isOver.abort();
      await renewing;
      await this.giveBack(name);
    }
  }

  private async keep(name: string, until: AbortSignal, onLost: () => void): Promise<void> {
    let failures = 0;
    for (;;) {
      await this.pause.wait(RENEW_EVERY_MS, until);
      if (until.aborted) return;
      const held = await this.hold(name).catch(() => undefined);
      failures = held === undefined ? failures + 1 : 0;
      if (held === false || failures === MOST_FAILURES) {
        this.logger.warn(`The lease of job ${name} is lost, so this run ends.`);
        return onLost();
      }
    }
  }

  private hold(name: string): Promise<boolean> {
    return this.leases.hold(name, { holder: this.holder, leaseMs: LEASE_MS });
  }

  /** Where that fails, the lease is over by itself. */
  private async giveBack(name: string): Promise<void> {
    try {
      await this.leases.release(name, this.holder);
    } catch (error) {
      this.logger.warn(
        `The lease of job ${name} cannot be given back, and stays taken until it expires. ${describeError(error)}`,
      );
    }
  }
}
