import type { NameShortage } from '#product/recording/counts';
import { sessionLimits } from '#shared';
import { recordingLimits } from '#product/recording/reports';

/** How far back pages tell that names ran out. */
export const SHORT_FOR_MS = 86_400_000;

const { countedNames, newNamesPerHour } = recordingLimits;

/** Says that events or sessions of the last day count as others, in a sentence about `name`. */
export function describeShortage(
  { kind, events }: Pick<NameShortage, 'kind' | 'events'>,
  name: string,
): string {
  const many = (count: number): string => count.toLocaleString('en');
  if (kind === 'pair') {
    return `${name} has sessions of more releases and environments than a day tells apart (${many(sessionLimits.namesPerDay)}). In the last 24 hours ${many(events)} sessions counted as others.`;
  }
  const most = `${many(countedNames[kind])}, and ${many(newNamesPerHour[kind])} new ones an hour of each key`;
  const verb = events === 1 ? 'event counts as other' : 'events count as others';
  return `${name} sends more ${kind}s than Errata tells apart (${most}). In the last 24 hours ${many(events)} ${verb}: a filter or a search by ${kind} does not find them.`;
}

/** Says how a name keeps its place. */
export const KEPT_NAMES =
  'The name with the fewest events of seven days yields to one with more. Names of alert rules, of releases and deploys that a token reported, and what a gate asked about always have a place.';
