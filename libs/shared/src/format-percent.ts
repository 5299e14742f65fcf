/**
 * Formats a share as `62 %`. Only nothing is `0 %` and only everything is `100 %`: shares beside them
 * become `<1 %` and `>99 %`.
 */
export function formatPercent(part: number, of: number): string {
  const percent = Math.round((100 * part) / of);
  if (part > 0 && percent < 1) return '<1 %';
  return part < of && percent >= 100 ? '>99 %' : `${percent} %`;
}
