import { alertLimits, isAhead } from '#shared';

export interface AlertPace {
  readonly sentMs: readonly number[];
  /** True after too many messages, while the destination gets only one summary every half hour. */
  readonly isSummarising: boolean;
}

export const restedPace: AlertPace = { sentMs: [], isSummarising: false };

const { messageIntervalMs, messagesAtPace, paceMs, summaryMs } = alertLimits;

/**
 * Returns when a destination gets its next message: at once, or a minute after the latest message.
 * All alerts that arrive during that minute go into one message.
 *
 * After ten messages in ten minutes, the next message comes half an hour after the latest. This
 * slower pace ends after half an hour without a message.
 */
export function planMessage(
  { sentMs: all, isSummarising }: AlertPace,
  nowMs: number,
): { readonly dueMs: number; readonly isSummarising: boolean } {
  const sentMs = withoutFuture(all, nowMs);
  const last = sentMs.at(-1);
  if (last === undefined) return { dueMs: nowMs, isSummarising: false };
  if (isSummarising) {
    const isQuiet = nowMs >= last + summaryMs;
    return isQuiet
      ? { dueMs: nowMs, isSummarising: false }
      : { dueMs: last + summaryMs, isSummarising };
  }
  const dueMs = Math.max(nowMs, last + messageIntervalMs);
  const recent = sentMs.filter((atMs) => atMs >= dueMs - paceMs);
  return recent.length < messagesAtPace
    ? { dueMs, isSummarising }
    : { dueMs: last + summaryMs, isSummarising: true };
}

export function withMessage(pace: AlertPace, nowMs: number): AlertPace {
  return { ...pace, sentMs: [...withoutFuture(pace.sentMs, nowMs), nowMs].slice(-messagesAtPace) };
}

function withoutFuture(sentMs: readonly number[], nowMs: number): number[] {
  return sentMs.filter((atMs) => !isAhead(atMs, nowMs));
}
