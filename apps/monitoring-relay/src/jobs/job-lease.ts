import { randomUUID } from 'node:crypto';
import type { JobLeaseStore } from '#persistence';
import { describeError, Logger } from '#telemetry/plain';
import type { Pause } from '#telemetry/plain';

/**
 * A lease expires after this time unless it is renewed. The jobs of a killed relay wait this long
 * before another relay runs them.
 */
const LEASE_MS = 60_000;
const RENEW_EVERY_MS = 20_000;
/**
 * After this many failed renewals in a row the run ends, because the lease is about to expire and
 * another relay may take it.
 */
const MAX_FAILURES = 2;

export class JobLease {
  private readonly logger = new Logger('Jobs');
  private readonly holder = randomUUID();

  constructor(
    private readonly leases: Pick<JobLeaseStore, 'hold' | 'release'>,
    private readonly pause: Pause,
  ) {}

  /**
   * Runs `work` unless another relay runs the job, and settles as `work` does. The signal for
   * `work` aborts with `signal`, and when the lease is lost. Rejects without running `work` when
   * the database is unavailable.
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
      if (held === false || failures === MAX_FAILURES) {
        this.logger.warn(`The lease of job ${name} is lost, so this run ends.`);
        return onLost();
      }
    }
  }

  private hold(name: string): Promise<boolean> {
    return this.leases.hold(name, { holder: this.holder, leaseMs: LEASE_MS });
  }

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
