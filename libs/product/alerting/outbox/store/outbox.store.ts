/** A message that this process alone may send until its lease ends. */
export interface ClaimedMessage {
  readonly id: number;
  readonly lease: string;
  readonly kind: string;
  /** As it was put in (`putIntoOutbox`), from JSON. */
  readonly body: unknown;
  /** How often it was claimed, this time included. */
  readonly attempts: number;
}

/** For those who send what transactions have left behind. Whatever happens to them, a message is sent at least once. */
export abstract class OutboxStore {
  /**
   * Leases up to `limit` messages of a kind that are due and that nobody has a lease of, those due first before the
   * others. Another process gets none of them before `nowMs + leaseMs`.
   */
  abstract claim(
    kind: string,
    options: { readonly nowMs: number; readonly leaseMs: number; readonly limit: number },
  ): Promise<ClaimedMessage[]>;

  /** Removes a message that was sent, or that is given up. False when the lease had passed to another. */
  abstract settle(message: ClaimedMessage): Promise<boolean>;

  /** Gives a message back that is to be tried again then. False when the lease had passed to another. */
  abstract postpone(message: ClaimedMessage, dueMs: number): Promise<boolean>;

  /**
   * Removes some of the oldest messages that nobody has a lease of: those due before `dueBeforeMs`, and those beyond the newest
   * `keep`. The log of deliveries and the audit log say so. Resolves with how many went; there may be more.
   */
  abstract dropOverdue(options: {
    readonly nowMs: number;
    readonly dueBeforeMs: number;
    readonly keep: number;
  }): Promise<number>;
}
