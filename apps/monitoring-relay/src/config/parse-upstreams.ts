import { type Dsn, parseDsn } from '#shared';

export interface UpstreamSettings {
  readonly bySlug: ReadonlyMap<string, Dsn>;
  /**
   * Upstream of all projects that are not in `bySlug`. When absent, the reports of these projects
   * are not forwarded.
   */
  readonly others?: Dsn;
}

const ENTRY = /^(?:(?<slug>[a-z0-9][a-z0-9-]{0,49})=)?(?<dsn>.+)$/;

/**
 * Parses `UPSTREAM_DSN`: a DSN, or `web=<DSN>,api=<DSN>,<DSN of all other projects>`. Returns
 * undefined when an entry is malformed, or when two entries concern the same projects.
 */
export function parseUpstreams(text: string): UpstreamSettings | undefined {
  const bySlug = new Map<string, Dsn>();
  let others: Dsn | undefined;
  for (const entry of text.split(',').map((part) => part.trim())) {
    const { slug, dsn: dsnText = '' } = ENTRY.exec(entry)?.groups ?? {};
    const dsn = parseDsn(dsnText);
    const isTaken = slug === undefined ? others !== undefined : bySlug.has(slug);
    if (!dsn || isTaken) return undefined;
    if (slug === undefined) others = dsn;
    else bySlug.set(slug, dsn);
  }
  return { bySlug, others };
}
