/** How readings are shown: in which unit, how many of its base units that is, with which digits. */
export const UNITS = {
  'pages/s': { of: 1, digits: 0 },
  'reports/s': { of: 1, digits: 0 },
  ms: { of: 1, digits: 0 },
  s: { of: 1, digits: 1 },
  messages: { of: 1, digits: 0 },
  frames: { of: 1, digits: 0 },
  /** Readings are bytes; 1 kB is 1,000 of them. */
  kB: { of: 1000, digits: 1 },
  /** Readings are bytes; 1 MB is 1,000,000 of them. */
  MB: { of: 1e6, digits: 0 },
};

/**
 * A reading as a person reads it: `1,950 pages/s`, `67.4 kB`. Small numbers get a digit more.
 *
 * @param {number} value in the base unit
 * @param {keyof typeof UNITS} unit
 */
export function formatQuantity(value, unit) {
  const { of, digits } = UNITS[unit];
  const scaled = value / of;
  const fraction = Math.abs(scaled) < 10 ? Math.max(1, digits) : digits;
  return `${scaled.toLocaleString('en', { maximumFractionDigits: fraction })} ${unit}`;
}

/** @param {number} ratio */
export function formatRatio(ratio) {
  return `${ratio.toFixed(2)} ×`;
}
