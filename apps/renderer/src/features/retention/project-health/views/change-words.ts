import type { Compared } from '../project-health.dto.ts';

/** The number from which a share says more. */
const FEW = 10;

/** The multiple from which it says more than a share. */
const MANY_TIMES = 10;

/** The change against the day before: `+40 %`, `3 more`, `× 12`, `as before`, `new`. Empty where nothing happened on both days. */
export function describeChange({ now, before }: Compared): string {
  if (now === 0 && before === 0) return '';
  if (now === before) return 'as before';
  if (before === 0) return 'new';
  const more = now - before;
  if (before < FEW) return more > 0 ? `${more.toLocaleString('en')} more` : `${-more} less`;
  if (now >= MANY_TIMES * before) return `× ${Math.round(now / before).toLocaleString('en')}`;
  const percent = Math.round((more / before) * 100);
  return percent === 0 ? 'as before' : `${percent > 0 ? '+' : '−'}${Math.abs(percent)} %`;
}
