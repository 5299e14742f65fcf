import type { TracedIssue } from '#product/recording/issues';
import type { FoundLog, NamedLog } from '#product/recording/logs';
import {
  listDifferingFacts,
  listShadowed,
  readNamed,
  splitFacts,
  toEventLevel,
} from '#product/recording/logs/rules';
import { to, toShortId } from '#shared';
import { printName } from './log-address.pipe.ts';
import type { LogDetails, LogRow } from './logs.dto.ts';

/** Characters of a text in a row, which shows one line. */
const CUT_LENGTH = 200;

export interface RowFacts {
  /** Slugs by id. Empty when all logs are of one project. */
  readonly slugs: ReadonlyMap<number, string>;
  readonly issues: ReadonlyMap<string, TracedIssue>;
}

export function toRows(logs: readonly NamedLog[], { slugs, issues }: RowFacts): LogRow[] {
  const facts = listDifferingFacts(
    logs,
    logs.map(({ projectId }) => slugs.get(projectId)),
  );
  return logs.map(({ name, atMs, level, body, traceId }, index) => {
    const issue = issues.get(traceId ?? '');
    return {
      key: printName(name),
      atMs,
      level: toEventLevel(level),
      body: cut(body),
      facts: facts[index] || undefined,
      issue: issue
        ? {
            href: to('/issues/:id', { id: issue.id }, { query: { event: issue.eventId } }),
            shortId: toShortId(issue.projectSlug, issue.number),
          }
        : undefined,
    };
  });
}

function cut(body: string): string {
  const line = body.replaceAll(/\s+/g, ' ').trim();
  return line.length <= CUT_LENGTH ? line : `${line.slice(0, CUT_LENGTH).toWellFormed()}…`;
}

export function toDetails(log: FoundLog, project: string | undefined): LogDetails {
  const { release, environment, server_name: server } = readNamed(log);
  const { atMs, level: severity, body, traceId } = log;
  const shadowed = listShadowed(log);
  const { said, ofSdk } = splitFacts(log);
  return {
    atMs,
    severity,
    level: toEventLevel(severity),
    body,
    project,
    release,
    environment,
    server,
    traceId,
    attributes: said,
    ofSdk: Object.keys(ofSdk).length > 0 ? ofSdk : undefined,
    shadowed: shadowed.length > 0 ? shadowed : undefined,
  };
}
