const UNITS = [
  ['ms', 1],
  ['s', 1000],
  ['min', 60_000],
  ['h', 3_600_000],
] as const;

/** Formats a duration with two digits: `0.35 ms`, `43 ms`, `0.43 s`, `2.5 min`, `12 h`. */
export function formatMs(ms: number): string {
  const [unit, size] = UNITS[ms < 99.5 ? 0 : ms < 59_500 ? 1 : ms < 3_570_000 ? 2 : 3];
  const value = ms / size;
  return `${value < 9.95 ? Number(value.toPrecision(2)) : Math.round(value)} ${unit}`;
}

/** Formats how often something happens with two digits at least: `0.02`, `1.5`, `12`, `1,234`. */
export function formatRate(rate: number): string {
  return rate < 9.95 ? String(Number(rate.toPrecision(2))) : Math.round(rate).toLocaleString('en');
}
