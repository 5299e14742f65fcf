import { type EventLevel, type Log } from '#shared';
import { readNamed, toEventLevel } from './log-facts.ts';

/** Facts by which pages count logs, under the names that a search has for them. */
export const logFacets = ['level', 'project', 'server_name', 'release', 'environment'] as const;

export type LogFacet = (typeof logFacets)[number];

export interface FacetCount {
  logs: number;
  /** Errors and fatal ones among them. */
  errors: number;
}

export function isError(level: EventLevel): boolean {
  return level === 'error' || level === 'fatal';
}

/** Counts logs by facet and value, and how many of each level a minute has. */
export class LogTally {
  logs = 0;
  /** Keys are minutes since 1970. */
  readonly minutes = new Map<number, Map<EventLevel, number>>();
  readonly facets = new Map<LogFacet, Map<string, FacetCount>>();

  add(log: Log, project: string): void {
    const level = toEventLevel(log.level);
    const { server_name, release, environment } = readNamed(log);
    const values = { level, project, server_name, release, environment };
    this.count(1, { minute: Math.floor(log.atMs / 60_000), ...values });
  }

  /** Counts `logs` more that have these facets. */
  count(
    logs: number,
    {
      minute,
      ...values
    }: { readonly minute: number; readonly level: EventLevel } & {
      readonly [F in LogFacet]?: string | undefined;
    },
  ): void {
    const { level } = values;
    this.logs += logs;
    let levels = this.minutes.get(minute);
    if (!levels) this.minutes.set(minute, (levels = new Map()));
    levels.set(level, (levels.get(level) ?? 0) + logs);
    for (const facet of logFacets) {
      const value = values[facet];
      if (value === undefined) continue;
      let counts = this.facets.get(facet);
      if (!counts) this.facets.set(facet, (counts = new Map()));
      let known = counts.get(value);
      if (!known) counts.set(value, (known = { logs: 0, errors: 0 }));
      known.logs += logs;
      if (isError(level)) known.errors += logs;
    }
  }
}
