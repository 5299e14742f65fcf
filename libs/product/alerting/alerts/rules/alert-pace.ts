import { alertLimits } from '#shared';

/** What a destination was sent lately. */
export interface AlertPace {
  /** Of the latest messages, oldest first; as many as a pace looks at. */
  readonly sentMs: readonly number[];
  /** So much came that there is one message in half an hour. */
  readonly isSummarising: boolean;
}

export const restedPace: AlertPace = { sentMs: [], isSummarising: false };

const { gatheringMs, messagesAtPace, paceMs, summaryMs } = alertLimits;

/**
 * When a destination is told of what comes now: at once, or a minute after the last message, with all that comes until then.
 * After ten messages in ten minutes it is half an hour after the last, until half an hour was quiet.
 */
export function planMessage(
  { sentMs, isSummarising }: AlertPace,
  nowMs: number,
): { readonly dueMs: number; readonly isSummarising: boolean } {
  const last = sentMs.at(-1);
  if (last === undefined) return { dueMs: nowMs, isSummarising: false };
  if (isSummarising) {
    const isQuiet = nowMs >= last + summaryMs;
    return isQuiet
      ? { dueMs: nowMs, isSummarising: false }
      : { dueMs: last + summaryMs, isSummarising };
  }
  const dueMs = Math.max(nowMs, last + gatheringMs);
  const recent = sentMs.filter((atMs) => atMs >= dueMs - paceMs);
  return recent.length < messagesAtPace
    ? { dueMs, isSummarising }
    : { dueMs: last + summaryMs, isSummarising: true };
}

/** The pace once a message was sent. */
export function withMessage(pace: AlertPace, nowMs: number): AlertPace {
  return { ...pace, sentMs: [...pace.sentMs, nowMs].slice(-messagesAtPace) };
}
