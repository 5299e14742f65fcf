import { formatQuantity } from '../../../../ui/numbers/format-count.ts';
import type { PreviewedRule } from '../alerts.dto.ts';

type RuleForecast = PreviewedRule['forecast'];

const WORDS: Readonly<Record<RuleForecast['unknown'][number], string>> = {
  new: 'new issues',
  regressed: 'regressed issues',
  unmuted: 'issues no longer muted',
  feedback: 'feedback',
  events: 'the number of events',
  users: 'the number of users',
  crashFree: 'sessions',
};
/** Counts by hour say these, and do not say the minutes. */
const ESTIMATED = /* @__PURE__ */ new Set<RuleForecast['unknown'][number]>(['events', 'crashFree']);
const and = /* @__PURE__ */ new Intl.ListFormat('en');

/** Says `It would have fired about 6 times in 14 days.`, and what that consists of. */
export function describeForecast({ parts, unknown, isAtLeast }: RuleForecast): string {
  const sum = (field: 'about' | 'least' | 'most'): number =>
    Math.round(parts.reduce((total, part) => total + part[field], 0));
  const [times, least, most] = [sum('about'), sum('least'), sum('most')];
  const counted = parts.filter(({ about }) => Math.round(about) > 0);
  const listed = counted.map(({ kind, about }) => `${Math.round(about)} for ${WORDS[kind]}`);
  const many = `${isAtLeast ? 'at least' : 'about'} ${formatQuantity(times, 'time')}`;
  const isEstimate =
    isAtLeast || unknown.length > 0 || parts.some(({ kind }) => ESTIMATED.has(kind));
  const rarely = most === 0 && !isEstimate ? 'never' : 'hardly ever';
  return [
    ...(parts.length === 0
      ? []
      : [`It would have fired ${times === 0 ? rarely : many} in 14 days.`]),
    ...(listed.length > 1 ? [`${and.format(listed)}.`] : []),
    ...(most > least
      ? [
          `Stored hours do not say how close together events came: it is between ${least} and ${most}.`,
        ]
      : []),
    ...unknown.map((kind) => `How often for ${WORDS[kind]} cannot be told from stored hours.`),
  ].join(' ');
}
