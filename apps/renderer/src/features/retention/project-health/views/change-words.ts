import type { Compared } from '../project-health.dto.ts';

/** Counts below this are compared by difference, because percentages of them say little. */
const FEW = 10;

/**
 * From this factor on, the change is shown as a multiple, because percentages become hard to read.
 */
const MANY_TIMES = 10;

/**
 * Describes the change against the day before: `+40 %`, `3 more`, `× 12`, `as before`,
 * `none the day before`. Returns an empty string when both days have none.
 */
export function describeChange({ now, before }: Compared): string {
  if (now === 0 && before === 0) return '';
  if (now === before) return 'as before';
  if (before === 0) return 'none the day before';
  const more = now - before;
  if (before < FEW) return more > 0 ? `${more.toLocaleString('en')} more` : `${-more} less`;
  if (now >= MANY_TIMES * before) return `× ${Math.round(now / before).toLocaleString('en')}`;
  // Rounds towards zero, so that only nothing is −100 %.
  const percent = Math.trunc((100 * more) / before);
  return percent === 0 ? 'as before' : `${percent > 0 ? '+' : '−'}${Math.abs(percent)} %`;
}
