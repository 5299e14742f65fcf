import type { ReactNode } from 'react';
import { formatShare } from '#product/recording/release-health/rules';

/** Shows a dash when the share is absent. Screen readers and the tooltip then get `absence`. */
export function Share({
  share,
  absence,
  decimals,
}: {
  readonly share: number | undefined;
  readonly absence: string;
  readonly decimals?: 1;
}): ReactNode {
  if (share !== undefined) return formatShare(share, decimals);
  return (
    <span title={absence}>
      <span aria-hidden="true">–</span>
      <span className="sr-only">{absence}</span>
    </span>
  );
}

export const NO_SESSIONS = 'No sessions since yesterday';
export const NO_SESSIONS_KEPT = 'No sessions in the last 30 days';
/** Hours from before an update to 0.3.0 say nothing of unhandled errors. */
export const NOT_COUNTED = 'Unhandled errors of these sessions were not counted';
export const NO_USERS = 'No sessions that name a user since yesterday';
/** Absences of the release before, in the days when the newer release came. */
export const NO_SESSIONS_THEN = 'No sessions on those days';
export const NO_USERS_THEN = 'No sessions that name a user on those days';
