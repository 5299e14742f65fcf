/** Sums of sessions over some time. */
export interface SessionSums {
  readonly sessions: number;
  /** Sessions with at least one error, crashed ones included. */
  readonly errored: number;
  readonly crashed: number;
  readonly abnormal: number;
  /** Sessions that crashed or had an unhandled error. */
  readonly failed: number;
  /** Sessions of the hours that say how many failed, which those from before 0.3.0 do not. */
  readonly failedOf: number;
  /** Failed sessions that did not crash. */
  readonly unhandled: number;
  readonly users: number;
  readonly crashedUsers: number;
}

export interface Health extends SessionSums {
  /** Share of sessions that did not crash, from 0 to 1. Undefined without sessions. */
  readonly crashFree: number | undefined;
  /** Share of sessions without a crash or an unhandled error. Undefined where no hour says it. */
  readonly unhandledFree: number | undefined;
  /** Undefined when the sessions name no users. */
  readonly crashFreeUsers: number | undefined;
}

/**
 * Updates may arrive before the beginning of their session, and sketches of users are estimates.
 * Shares therefore stay between 0 and 1.
 */
export function toHealth(sums: SessionSums): Health {
  const { sessions, crashed, failed, failedOf, users, crashedUsers } = sums;
  return {
    ...sums,
    crashFree: toShareWithout(crashed, sessions),
    unhandledFree: toShareWithout(failed, failedOf),
    crashFreeUsers: toShareWithout(crashedUsers, users),
  };
}

/** Returns the share of `all` that are not `some`. */
export function toShareWithout(some: number, all: number): number | undefined {
  return all === 0 ? undefined : Math.max(0, 1 - some / all);
}
