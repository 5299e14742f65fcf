import type { LogCounts } from '#product/recording/logs';
import { isError, type LogBuckets, logFacets, type LogTally } from '#product/recording/logs/rules';
import { type EventLevel, eventLevels, type Search } from '#shared';
import type { LogFacetCounts, LogHistogram, LogsProps } from './logs.dto.ts';

const MINUTE_MS = 60_000;
/** Values that a facet lists. */
const LISTED = 8;

/** Returns the levels that the search asks for, or undefined when it asks for anything else. */
export function readLevels([term, ...more]: Search): readonly EventLevel[] | undefined {
  if (term === undefined) return eventLevels;
  const isOfLevels = term.kind === 'choice' && term.key === 'level' && !term.isNegated;
  if (!isOfLevels || more.length > 0) return undefined;
  return eventLevels.filter((level) => term.values.includes(level));
}

/**
 * Gives a histogram and facets of all logs when they were counted, and else of those that were read.
 * Logs that were read alone have a server, a release and an environment.
 */
export function toCounts(
  buckets: LogBuckets,
  {
    read,
    whole,
    projects,
  }: { readonly read: LogCounts; readonly whole: LogCounts | undefined; readonly projects: number },
): Pick<LogsProps, 'histogram' | 'facets'> {
  const facets = toFacets(read.tally, projects);
  const wholeFacets =
    whole && whole.countedFromMs <= buckets.fromMs ? toFacets(whole.tally, projects) : [];
  return {
    histogram: toHistogram(buckets, whole ?? read),
    facets: facets.map((each) => {
      const counted = wholeFacets.find(({ facet }) => facet === each.facet);
      return counted ? { ...counted, isWhole: true } : each;
    }),
  };
}

function toHistogram(buckets: LogBuckets, { tally, countedFromMs }: LogCounts): LogHistogram {
  const none = (): number[] => Array.from({ length: buckets.buckets }, () => 0);
  const [errors, warnings, others] = [none(), none(), none()] as const;
  const toBucket = (atMs: number): number => (atMs - buckets.fromMs) / buckets.stepMs;
  // Some logs of the bucket in which the counts begin are missing.
  const from = Math.max(0, Math.ceil(toBucket(countedFromMs)));
  for (const [minute, levels] of tally.minutes) {
    const bucket = Math.floor(toBucket(minute * MINUTE_MS));
    if (bucket < from || bucket >= buckets.buckets) continue;
    for (const [level, logs] of levels) {
      const fine = level === 'warning' ? warnings : others;
      (isError(level) ? errors : fine)[bucket]! += logs;
    }
  }
  return {
    ...buckets,
    errors,
    warnings,
    others,
    ...(from === 0 ? {} : { countedFromMs: buckets.fromMs + from * buckets.stepMs }),
  };
}

/** A project is no facet when the logs can be of one alone. */
function toFacets(tally: LogTally, projects: number): LogFacetCounts[] {
  return logFacets.flatMap((facet) => {
    const counts = [...(tally.facets.get(facet) ?? [])];
    if (counts.length === 0 || (facet === 'project' && projects < 2)) return [];
    const values = counts
      .toSorted(([a, { logs }], [b, other]) =>
        facet === 'level' ? rankOf(a) - rankOf(b) : other.logs - logs,
      )
      .slice(0, LISTED)
      .map(([value, { logs, errors }]) => [value, logs, errors] as const);
    return [{ facet, values, more: counts.length - values.length }];
  });
}

function rankOf(level: string): number {
  return eventLevels.indexOf(level as EventLevel);
}
