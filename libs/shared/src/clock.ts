import { clocksDifferMs } from './limits/operation-limits.ts';

/**
 * Whether a stored time has come that was set to `longestMs` from its present at most. Returns true
 * for a later time, too: the clock was set back since.
 */
export function isOver(untilMs: number, nowMs: number, longestMs: number): boolean {
  return untilMs <= nowMs || isAhead(untilMs, nowMs + longestMs);
}

/** Whether a stored time is later than `nowMs`, and not just by another clock. */
export function isAhead(atMs: number, nowMs: number): boolean {
  return atMs > nowMs + clocksDifferMs;
}
