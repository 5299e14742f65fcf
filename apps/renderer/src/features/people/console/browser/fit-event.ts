import type { ErrorEvent } from '@sentry/react';
import { reportLimits } from '#shared';

/** Bytes left free for fields that the SDK adds after `beforeSend`. */
const ADDED_LATER_BYTES = 2048;

/**
 * Drops the oldest breadcrumbs until the event is within the size limit. When an event is too large
 * even without breadcrumbs, the relay refuses it.
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
