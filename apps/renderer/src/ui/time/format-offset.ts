const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Formats a time before (−) or after (+) an event, like `−250 ms`, `+3.2 s` or `−2 h 05 min`. */
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
