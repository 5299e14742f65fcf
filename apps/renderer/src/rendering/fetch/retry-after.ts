/** The three forms of a date that a recipient has to read (RFC 9110 §5.6.7); all are in GMT, only one says nothing of it. */
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? [A-Za-z0-9: -]+$/;

/**
 * How long `Retry-After` asks to wait, in milliseconds: given as seconds or as an HTTP date
 * (RFC 9110 §10.2.3). A date that has passed is 0; undefined when there is no such header or it is
 * neither.
 */
export function parseRetryAfter(header: string | null, nowMs: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  if (!HTTP_DATE.test(text)) return undefined;
  const atMs = Date.parse(text.endsWith(' GMT') ? text : `${text} GMT`);
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs);
}
