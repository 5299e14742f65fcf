import type { NameShortage } from '#product/recording/counts';
import { sessionLimits } from '#shared';
import { recordingLimits } from '#product/recording/reports';
import { formatUtc } from './storage-text.ts';

/** How far back pages tell that names ran out. */
export const SHORT_FOR_MS = 86_400_000;

const { countedNames, newNamesPerHour } = recordingLimits;

/** Says when events or sessions last counted as others, in sentences about `name`. */
export function describeShortage(
  { kind, lastAtMs }: Pick<NameShortage, 'kind' | 'lastAtMs'>,
  name: string,
): string {
  const many = (count: number): string => count.toLocaleString('en');
  const last = formatUtc(lastAtMs);
  if (kind === 'pair') {
    const { pairsPerDay, pairsPerHour } = sessionLimits;
    return `${name} has sessions of more releases and environments than a day tells apart (${many(pairsPerDay)} of each key, and ${pairsPerHour} more each hour). Some counted as others, last at ${last}.`;
  }
  const most = `${many(countedNames[kind])}, and ${many(newNamesPerHour[kind])} new ones an hour of each key`;
  return `${name} sends more ${kind}s than Errata tells apart (${most}). Some events count as others, last at ${last}: a filter or a search by ${kind} does not find them.`;
}

/** Says how a name keeps its place. */
export const KEPT_NAMES =
  'The name with the fewest events of seven days yields to one with more. Environments of alert rules always have a place, and so have the last releases and environments that tokens reported or gates asked about.';
