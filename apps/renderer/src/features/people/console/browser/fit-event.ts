import type { ErrorEvent } from '@sentry/react';
import { reportLimits } from '#shared';

/** What the SDK adds to an event after `beforeSend`. */
const ADDED_LATER_BYTES = 2048;

/**
 * The event within what its key takes: as many of its latest breadcrumbs as fit. An event that is too large without any
 * stays too large, and is refused.
 */
export function fitEvent(event: ErrorEvent): ErrorEvent {
  const { breadcrumbs = [], ...rest } = event;
  let left = reportLimits.errorKeyEventBytes - ADDED_LATER_BYTES - countBytes(rest);
  const tooOld = breadcrumbs.findLastIndex(
    (breadcrumb) => (left -= countBytes(breadcrumb) + 1) < 0,
  );
  return tooOld === -1 ? event : { ...event, breadcrumbs: breadcrumbs.slice(tooOld + 1) };
}

function countBytes(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}
