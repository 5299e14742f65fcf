/**
 * Matches the three date formats that recipients must accept (RFC 9110, section 5.6.7). All three
 * are in GMT, although one does not say so.
 */
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? [A-Za-z0-9: -]+$/;

/**
 * Returns how many milliseconds `Retry-After` asks to wait. The header has seconds or an HTTP date
 * (RFC 9110, section 10.2.3). A past date gives 0; a missing or invalid header gives undefined.
 */
export function parseRetryAfter(header: string | null, nowMs: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  if (!HTTP_DATE.test(text)) return undefined;
  const atMs = Date.parse(text.endsWith(' GMT') ? text : `${text} GMT`);
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs);
}
