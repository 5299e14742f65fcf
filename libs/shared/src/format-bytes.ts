const UNITS = ['bytes', 'kB', 'MB', 'GB'] as const;

/** Formats bytes as `812 bytes` or `3.2 MB`. Units are powers of 1000. */
export function formatBytes(bytes: number): string {
  if (bytes === 1) return '1 byte';
  let scaled = bytes;
  let unit = 0;
  while (scaled >= 999.5 && unit < UNITS.length - 1) {
    scaled /= 1000;
    unit += 1;
  }
  return `${unit === 0 || scaled >= 99.95 ? Math.round(scaled) : scaled.toFixed(1)} ${UNITS[unit]}`;
}
