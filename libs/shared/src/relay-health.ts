/**
 * The relay's answer on `/health/ready`. Callers without the right to see more get only the status.
 */
export interface RelayHealth {
  readonly status: 'ready' | 'unready';
  readonly problems: readonly string[];
  /**
   * Id of the installation whose database the relay writes to. Absent until the database has
   * answered.
   */
  readonly installation?: string;
  readonly queue: {
    /**
     * Reports that were acknowledged but not processed yet, in the relay's own spool and in those
     * spools of stopped relays that it has examined.
     */
    readonly depth: number;
    readonly oldestMs: number;
  };
  readonly forwarding?: { readonly depth: number; readonly oldestMs: number };
}

/** The relay's answer on `/health/live`. The status is 200 whenever the relay can answer. */
export interface RelayLiveness {
  readonly status: 'live';
  /** Absent when the spool does not answer, and for callers without the right to see it. */
  readonly queue?: RelayHealth['queue'];
  /** Why the relay refuses reports. Absent while it takes them, and like `queue`. */
  readonly refusal?: string;
}
