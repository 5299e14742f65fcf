/** The relay's answer on `/health/ready`; of it strangers are told the status alone. */
export interface RelayHealth {
  readonly status: 'ready' | 'unready';
  /** Why it is not ready; one line each. */
  readonly problems: readonly string[];
  /** Which database it writes to: the installation's id. Absent as long as it could not be asked. */
  readonly installation?: string;
  readonly queue: {
    /** Reports acknowledged and not yet processed: of its own, and of those that others have left and it has looked at. */
    readonly depth: number;
    /** Age of the oldest of them, 0 when there is none. */
    readonly oldestMs: number;
  };
  /** The same of reports that wait to be forwarded; absent when there are none. */
  readonly forwarding?: { readonly depth: number; readonly oldestMs: number };
}

/** The relay's answer on `/health/live`: status 200 as long as it answers at all. */
export interface RelayLiveness {
  readonly status: 'live';
  /** Absent when the spool cannot be asked, and to strangers. */
  readonly queue?: RelayHealth['queue'];
}
