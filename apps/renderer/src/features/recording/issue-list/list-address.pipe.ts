import { Injectable, NotFoundException } from '@nestjs/common';
import type { PipeTransform } from '@nestjs/common';
import { issueSorts } from '#product/recording/issues';
import type { IssueSort, PageEdge } from '#product/recording/issues';
import { issueStatuses } from '#shared';
import type { EventFilter } from '../issue-page/index.ts';
import { readFilter } from '../issue-page/index.ts';
import { joinStatus } from './listed-search.ts';
import { PLAIN_QUERY } from './list-address.ts';

export interface ListAddress {
  readonly query: string;
  /** Slugs or typed names, joined by commas. */
  readonly project: string | undefined;
  readonly filter: EventFilter;
  readonly sort: IssueSort;
  readonly before: PageEdge | undefined;
  readonly after: PageEdge | undefined;
  /** True when the address comes from the form, which also sends fields with default values. */
  readonly isOfForm: boolean;
  /**
   * True when the address has no parameter. Only such an address leads to a default saved search.
   * Any other address shows the same list to everybody.
   */
  readonly isBare: boolean;
}

type Parameters = Readonly<Record<string, unknown>>;

const EDGE = /^(?<value>\d{1,15})-(?<id>\d{1,15})$/;
const MOST_CHARACTERS = 2000;
/** Form fields that may be empty. The field `time` is never empty. */
const FORM_FIELDS = ['project', 'environment', 'release', 'from', 'to', 'sort'];

/**
 * Reads `?query=`, `?project=<slug or name>[,…]`, `?sort=`, `?before=` or `?after=<value>-<issue
 * id>`, and the filter. The form and older links also send `?status=`. The form repeats `query` and
 * `project` to add to them. Throws 404 for values that cannot be read, except in `query`, where any
 * text is allowed.
 */
@Injectable()
export class ListAddressPipe implements PipeTransform<Parameters, ListAddress> {
  transform(parameters: Parameters): ListAddress {
    const { sort } = parameters;
    const project = joinRepeated(parameters['project'], ',');
    return {
      query: readQuery({ ...parameters, query: joinRepeated(parameters['query'], ' ') }),
      project: readFilled(project, (text) => (text.length <= MOST_CHARACTERS ? text : undefined)),
      filter: readFilter(parameters),
      sort: readFilled(sort, (text) => issueSorts.find((each) => each === text)) ?? 'lastSeen',
      before: readFilled(parameters['before'], readEdge),
      after: readFilled(parameters['after'], readEdge),
      isOfForm:
        (parameters['status'] !== undefined && parameters['query'] !== undefined) ||
        FORM_FIELDS.some((name) => parameters[name] === ''),
      isBare: Object.keys(parameters).length === 0,
    };
  }
}

/** An absent query means unresolved issues, an empty one all issues. */
function readQuery({ query, status }: Parameters): string {
  if (query !== undefined && typeof query !== 'string') throw new NotFoundException();
  if (status === undefined) return query?.trim() ?? PLAIN_QUERY;
  const known = [...issueStatuses, 'all' as const].find((each) => each === status);
  if (!known) throw new NotFoundException();
  return joinStatus(query?.trim() ?? '', known);
}

function joinRepeated(value: unknown, mark: string): unknown {
  return Array.isArray(value) ? value.filter(Boolean).join(mark) : value;
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
