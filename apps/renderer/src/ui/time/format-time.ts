const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const UNITS = [
  { ms: 365 * DAY, short: 'y', word: 'year' },
  { ms: 30 * DAY, short: 'mo', word: 'month' },
  { ms: DAY, short: 'd', word: 'day' },
  { ms: HOUR, short: 'h', word: 'hour' },
  { ms: MINUTE, short: 'min', word: 'minute' },
] as const;

/** The last instant a Date can hold; clocks of SDKs say anything. */
const MAX_DATE_MS = 8.64e15;

function isDate(atMs: number): boolean {
  return Math.abs(atMs) <= MAX_DATE_MS;
}

/** `2026-03-04T12:41:07.250Z`; undefined when no calendar has that instant. */
export function toIsoTime(atMs: number): string | undefined {
  return isDate(atMs) ? new Date(atMs).toISOString() : undefined;
}

/** `2026-03-04 12:41:07 UTC`, the same in every locale and time zone. */
export function formatUtc(atMs: number): string {
  return formatIsoTime(toIsoTime(atMs));
}

/** The same of what toIsoTime gives. */
export function formatIsoTime(iso: string | undefined): string {
  return iso === undefined ? 'unknown time' : `${iso.slice(0, -5).replace('T', ' ')} UTC`;
}

/** `12:41 UTC`. */
export function formatUtcMinute(atMs: number): string {
  const iso = toIsoTime(atMs);
  return iso === undefined ? 'unknown time' : `${iso.slice(-13, -8)} UTC`;
}

function largestUnit(ms: number): { count: number; unit: (typeof UNITS)[number] } | undefined {
  const unit = UNITS.find((candidate) => ms >= candidate.ms);
  return unit && { count: Math.floor(ms / unit.ms), unit };
}

function inWords(ms: number): string | undefined {
  const size = largestUnit(ms);
  return size && `${size.count} ${size.unit.word}${size.count === 1 ? '' : 's'}`;
}

/** `3 min ago`, for columns. Under a minute either way it is `just now`: clocks differ that much. */
export function formatAgo(atMs: number, nowMs: number): string {
  if (!isDate(atMs)) return 'unknown';
  const size = largestUnit(Math.abs(nowMs - atMs));
  if (!size) return 'just now';
  const text = `${size.count} ${size.unit.short}`;
  return atMs > nowMs ? `in ${text}` : `${text} ago`;
}

/** `3 minutes ago`. */
export function formatAgoInWords(atMs: number, nowMs: number): string {
  if (toIsoTime(atMs) === undefined) return 'unknown';
  const words = inWords(Math.abs(nowMs - atMs));
  if (!words) return 'just now';
  return atMs > nowMs ? `in ${words}` : `${words} ago`;
}

/** `42 seconds`, `3 minutes`: how long something has lasted, rounded down. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / SECOND));
  return inWords(ms) ?? `${seconds} second${seconds === 1 ? '' : 's'}`;
}

/** How far before (−) or after (+) an event: `−250 ms`, `−3.2 s`, `−4 min 07 s`, `−2 h 05 min`. */
export function formatOffset(ms: number): string {
  const sign = ms < 0 ? '−' : '+';
  const size = Math.abs(ms);
  if (size < 0.5) return '0 ms';
  if (size < SECOND) return `${sign}${Math.min(999, Math.round(size))} ms`;
  if (size < MINUTE) return `${sign}${(Math.floor(size / 100) / 10).toFixed(1)} s`;
  if (size < HOUR) return `${sign}${pair(size, MINUTE, 'min', SECOND, 's')}`;
  if (size < DAY) return `${sign}${pair(size, HOUR, 'h', MINUTE, 'min')}`;
  return `${sign}${Math.floor(size / DAY)} d`;
}

function pair(ms: number, largeMs: number, large: string, smallMs: number, small: string): string {
  const rest = Math.floor((ms % largeMs) / smallMs);
  return `${Math.floor(ms / largeMs)} ${large} ${String(rest).padStart(2, '0')} ${small}`;
}
