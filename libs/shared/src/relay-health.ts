/** The relay's answer on `/health/ready`. Strangers get the status alone. */
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
     * Reports acknowledged and not yet processed: in the relay's own spool, and in spools of
     * stopped relays that it has looked at.
     */
    readonly depth: number;
    readonly oldestMs: number;
  };
  /** Reports that wait to be forwarded. Absent when there are none. */
  readonly forwarding?: { readonly depth: number; readonly oldestMs: number };
}

/** The relay's answer on `/health/live`, with status 200 as long as it answers at all. */
export interface RelayLiveness {
  readonly status: 'live';
  /** Absent when the spool does not answer, and for strangers. */
  readonly queue?: RelayHealth['queue'];
}
