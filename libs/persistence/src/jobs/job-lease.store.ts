/**
 * Leases of jobs that one relay runs at a time, over all relays of a database. Time is the database's own: what the
 * clocks of relays say does not matter.
 */
export abstract class JobLeaseStore {
  /**
   * Takes the lease of the job `name` for `leaseMs` from now, or renews it where `holder` has it. Resolves with false,
   * nothing changed, while another holder has it.
   */
  abstract hold(name: string, lease: { holder: string; leaseMs: number }): Promise<boolean>;

  /** Gives the lease back before its time. Does nothing where `holder` does not have it. */
  abstract release(name: string, holder: string): Promise<void>;
}
