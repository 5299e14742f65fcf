/** Sums of sessions over some time. */
export interface SessionSums {
  readonly sessions: number;
  /** Sessions with at least one error, crashed ones included. */
  readonly errored: number;
  readonly crashed: number;
  readonly abnormal: number;
  readonly users: number;
  readonly crashedUsers: number;
}

export interface Health extends SessionSums {
  /** Share of sessions that did not crash, from 0 to 1. Undefined without sessions. */
  readonly crashFree: number | undefined;
  /** Undefined when the sessions name no users. */
  readonly crashFreeUsers: number | undefined;
}

/**
 * Updates may arrive before the beginning of their session, and sketches of users are estimates.
 * Shares therefore stay between 0 and 1.
 */
export function toHealth(sums: SessionSums): Health {
  const { sessions, crashed, users, crashedUsers } = sums;
  return {
    ...sums,
    crashFree: toShareWithout(crashed, sessions),
    crashFreeUsers: toShareWithout(crashedUsers, users),
  };
}

function toShareWithout(some: number, all: number): number | undefined {
  return all === 0 ? undefined : Math.max(0, 1 - some / all);
}
