import { hash } from 'node:crypto';
import type { TracedIssue } from '#product/recording/issues';
import type { FoundLog } from '#product/recording/logs';
import { isOfSdk, readNamed, toEventLevel } from '#product/recording/logs/rules';
import { to, toShortId } from '#shared';
import type { LogRow } from './logs.dto.ts';

/** Characters of all logs of a page. Logs after these are shown without their attributes. */
const MOST_CHARACTERS = 2_000_000;
const CUT_LENGTH = 200;

export interface RowFacts {
  /** Slugs by id. Empty when all logs are of one project. */
  readonly slugs: ReadonlyMap<number, string>;
  readonly issues: ReadonlyMap<string, TracedIssue>;
}

export function toRows(logs: readonly FoundLog[], facts: RowFacts): LogRow[] {
  const keys = toKeys(logs);
  let characters = 0;
  return logs.map((log, index) => {
    const row = { key: keys[index]!, ...toRow(log, facts) };
    characters += JSON.stringify(row).length;
    if (characters <= MOST_CHARACTERS) return row;
    return { ...row, body: row.body.slice(0, CUT_LENGTH), attributes: {}, isCut: true };
  });
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
  const { atMs, level: severity, body, traceId, projectId, attributes } = log;
  const [project, issue] = [slugs.get(projectId), issues.get(traceId ?? '')];
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
            href: to('/issues/:id', { id: issue.id }),
            shortId: toShortId(issue.projectSlug, issue.number),
          },
        }
      : {}),
    attributes: Object.fromEntries(Object.entries(attributes).filter(([name]) => !isOfSdk(name))),
  };
}
