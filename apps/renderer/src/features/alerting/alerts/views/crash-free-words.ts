import { toSessionsText, toShareText, toSoundSessions } from '#product/alerting/alerts/rules';
import type { CrashFreeLimit, JudgedRelease } from '#product/alerting/alerts/rules';
import { formatQuantity } from '../../../../ui/numbers/format-count.ts';

/** Says which release a rule about crash-free sessions judges now, and its figures. */
export function describeJudged(limit: CrashFreeLimit, judged: JudgedRelease | undefined): string {
  const { hours, minSessions } = limit;
  if (!judged) {
    const time = hours === 1 ? 'hour' : `${hours} hours`;
    return `No release had ${formatQuantity(minSessions, 'session')} in the last ${time}.`;
  }
  const numbers = toSessionsText(judged, limit);
  return `${judged.release} has ${toShareText(judged)} ${toSoundSessions(limit)}: ${numbers}.`;
}
