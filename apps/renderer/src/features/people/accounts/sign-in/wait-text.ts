const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

export function toWaitText(retryAfterMs: number): string {
  const [count, unit] =
    retryAfterMs <= MINUTE_MS - SECOND_MS
      ? [Math.max(1, Math.ceil(retryAfterMs / SECOND_MS)), 'second']
      : [Math.ceil(retryAfterMs / MINUTE_MS), 'minute'];
  return `There were too many attempts. Try again in ${count} ${unit}${count === 1 ? '' : 's'}.`;
}
