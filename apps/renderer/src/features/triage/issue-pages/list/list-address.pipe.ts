import { Injectable, NotFoundException } from '@nestjs/common';
import type { PipeTransform } from '@nestjs/common';
import { issueSorts } from '#product/recording/issues';
import type { IssueSort, PageEdge } from '#product/recording/issues';
import { issueStatuses } from '#shared';
import { parseProjectSlugs } from '#product/projects/projects/rules';
import type { EventFilter } from '../filtering/event-filter.ts';
import { readFilter, saysFilter } from '../filtering/read-filter.ts';
import { joinStatus } from './listed-search.ts';
import { PLAIN_QUERY } from './listing.ts';

/** What an address of the list asks for. */
export interface ListAddress {
  /** As it was typed. */
  readonly query: string;
  /** Slugs of the projects that are asked for: `web`, or `web,api`. */
  readonly project: string | undefined;
  readonly filter: EventFilter;
  readonly sort: IssueSort;
  readonly before: PageEdge | undefined;
  readonly after: PageEdge | undefined;
  /** It is as a form sends it: with fields that say what goes without saying. */
  readonly isOfForm: boolean;
  /** Nothing is asked of it but maybe a project: a saved search may open instead. */
  readonly isBare: boolean;
  /** It says of which projects issues are, or which events count. */
  readonly saysFilter: boolean;
}

type Parameters = Readonly<Record<string, unknown>>;

const EDGE = /^(?<value>\d{1,15})-(?<id>\d{1,15})$/;
/** Fields of the form that may be empty; `time` never is. */
const FORM_FIELDS = ['project', 'environment', 'release', 'from', 'to', 'sort'];

/**
 * Reads `?query=`, `?project=<slug>[,<slug>]…`, `?sort=`, `?before=` or `?after=<value>-<issue id>`, and which events count; and `?status=`,
 * as the form and links of before have it. A query may be anything; an address with another value that cannot be names no page.
 */
@Injectable()
export class ListAddressPipe implements PipeTransform<Parameters, ListAddress> {
  transform(parameters: Parameters): ListAddress {
    const { project, sort } = parameters;
    return {
      query: readQuery(parameters),
      project: readFilled(project, (text) => parseProjectSlugs(text)?.join(',')),
      filter: readFilter(parameters),
      sort: readFilled(sort, (text) => issueSorts.find((each) => each === text)) ?? 'lastSeen',
      before: readFilled(parameters['before'], readEdge),
      after: readFilled(parameters['after'], readEdge),
      isOfForm:
        (parameters['status'] !== undefined && parameters['query'] !== undefined) ||
        FORM_FIELDS.some((name) => parameters[name] === ''),
      isBare: project !== '' && Object.keys(parameters).every((name) => name === 'project'),
      saysFilter: project !== undefined || saysFilter(parameters),
    };
  }
}

/** Unresolved ones unless said; an empty query is all of them. */
function readQuery({ query, status }: Parameters): string {
  if (query !== undefined && typeof query !== 'string') throw new NotFoundException();
  if (status === undefined) return query?.trim() ?? PLAIN_QUERY;
  const known = [...issueStatuses, 'all' as const].find((each) => each === status);
  if (!known) throw new NotFoundException();
  return joinStatus(query?.trim() ?? '', known);
}

function readFilled<T>(value: unknown, read: (text: string) => T | undefined): T | undefined {
  if (value === undefined || value === '') return undefined;
  const found = typeof value === 'string' ? read(value) : undefined;
  if (found === undefined) throw new NotFoundException();
  return found;
}

function readEdge(text: string): PageEdge | undefined {
  const groups = EDGE.exec(text)?.groups;
  return groups && { value: Number(groups['value']), id: Number(groups['id']) };
}
