import { hash } from 'node:crypto';
import type { TracedIssue } from '#product/recording/issues';
import type { FoundLog } from '#product/recording/logs';
import { listShadowed, readNamed, splitFacts, toEventLevel } from '#product/recording/logs/rules';
import { to, toShortId } from '#shared';
import type { LogRow } from './logs.dto.ts';

const CUT_LENGTH = 200;

export interface RowFacts {
  /** Slugs by id. Empty when all logs are of one project. */
  readonly slugs: ReadonlyMap<number, string>;
  readonly issues: ReadonlyMap<string, TracedIssue>;
}

/** Returns the logs as rows. Cuts those that are too large for what is left of the page. */
export function toRows(logs: readonly FoundLog[], facts: RowFacts): LogRow[] {
  const keys = toKeys(logs);
  // Each attribute is a link, also in rows that are closed.
  const left = { attributes: 2000, characters: 400_000 };
  return logs.map((log, index) => {
    const row = toFitting({ key: keys[index]!, ...toRow(log, facts) }, left);
    left.attributes -= countAttributes(row);
    left.characters -= measure(row);
    return row;
  });
}

interface PageRoom {
  readonly attributes: number;
  readonly characters: number;
}

function toFitting(row: LogRow, left: PageRoom): LogRow {
  const fits = (each: LogRow): boolean =>
    countAttributes(each) <= left.attributes && measure(each) <= left.characters;
  if (fits(row)) return row;
  const { shadowed: _shadowed, ofSdk: _ofSdk, ...rest } = row;
  const bare: LogRow = countAttributes(row) === 0 ? row : { ...rest, attributes: {}, isCut: true };
  if (fits(bare) || row.body.length <= CUT_LENGTH) return bare;
  return { ...bare, body: `${row.body.slice(0, CUT_LENGTH).toWellFormed()}…`, isCut: true };
}

function countAttributes({ attributes, ofSdk = {} }: LogRow): number {
  return Object.keys(attributes).length + Object.keys(ofSdk).length;
}

function measure(row: LogRow): number {
  return JSON.stringify(row).length;
}

/** Logs that are equal in all parts are counted from the oldest, so that newer ones change no key. */
function toKeys(logs: readonly FoundLog[]): string[] {
  const alike = new Map<string, number>();
  return logs
    .toReversed()
    .map((log) => {
      const name = hash('sha1', JSON.stringify(log), 'base64url').slice(0, 12);
      const count = (alike.get(name) ?? 0) + 1;
      alike.set(name, count);
      return `${name}${count}`;
    })
    .toReversed();
}

function toRow(log: FoundLog, { slugs, issues }: RowFacts): Omit<LogRow, 'key'> {
  const { release, environment, server_name: server } = readNamed(log);
  const { atMs, level: severity, body, traceId, projectId } = log;
  const [project, issue] = [slugs.get(projectId), issues.get(traceId ?? '')];
  const shadowed = listShadowed(log);
  const { said, ofSdk } = splitFacts(log);
  return {
    atMs,
    severity,
    level: toEventLevel(severity),
    body,
    ...(project === undefined ? {} : { project }),
    ...(release === undefined ? {} : { release }),
    ...(environment === undefined ? {} : { environment }),
    ...(server === undefined ? {} : { server }),
    ...(traceId === undefined ? {} : { traceId }),
    ...(issue
      ? {
          issue: {
            href: to('/issues/:id', { id: issue.id }, { query: { event: issue.eventId } }),
            shortId: toShortId(issue.projectSlug, issue.number),
          },
        }
      : {}),
    attributes: said,
    ...(Object.keys(ofSdk).length > 0 ? { ofSdk } : {}),
    ...(shadowed.length > 0 ? { shadowed } : {}),
  };
}
