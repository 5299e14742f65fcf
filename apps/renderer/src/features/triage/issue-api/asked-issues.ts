import { BadRequestException, createParamDecorator } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { IssueSort } from '#product/recording/issues';
import { describeFault, findOwn, parseSearch } from '#shared';
import type { Search } from '#shared';
import type { AskedTime } from './asked-time.ts';
import { listTexts, readTexts } from './asked-texts.ts';
import { readTime } from './asked-time.ts';

export interface AskedIssues {
  readonly search: Search;
  readonly sort: IssueSort;
  /** Slugs or ids. Empty means all projects that the token may read. */
  readonly projects: readonly string[];
  readonly time?: AskedTime;
}

const sorts: Readonly<Record<string, IssueSort>> = {
  date: 'lastSeen',
  new: 'firstSeen',
  freq: 'events',
  user: 'users',
  trends: 'trend',
  recommended: 'lastSeen',
};

/**
 * Reads the parameters as Sentry's API does. An absent `query` means unresolved issues, an empty
 * `query` all issues. `project` may repeat; `-1` means all projects.
 */
export const AskedIssues = createParamDecorator(
  (_: unknown, context: ExecutionContext): AskedIssues =>
    readAskedIssues(context.switchToHttp().getRequest<Request>().query),
);

export function readAskedIssues(query: Readonly<Record<string, unknown>>): AskedIssues {
  const [text = 'is:unresolved'] = readTexts(query['query']);
  const [sort = 'date'] = listTexts(query['sort']);
  const known = findOwn(sorts, sort);
  if (!known) {
    throw new BadRequestException(`Issues are sorted by ${Object.keys(sorts).join(', ')}.`);
  }
  const time = readTime(query);
  return {
    search: [...toEnvironments(listTexts(query['environment'])), ...readSearch(text)],
    sort: known,
    projects: listTexts(query['project']).filter((name) => name !== '-1'),
    time,
  };
}

function readSearch(text: string): Search {
  const read = parseSearch(text);
  if (read.ok) return read.value;
  throw new BadRequestException(describeFault(text, read.fault));
}

function toEnvironments(names: readonly string[]): Search {
  if (names.length === 0) return [];
  const values = names.map((name) => [name] as const);
  return [{ kind: 'name', key: 'environment', values, isNegated: false, at: 0, end: 0 }];
}
