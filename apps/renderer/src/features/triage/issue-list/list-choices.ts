import { parseSearch, printSearch } from '#shared';
import type { SearchTerm } from '#shared';
import type { Project } from '#product/projects/projects';
import {
  describeFilter,
  isFiltering,
  printFilter,
  recentTimes,
} from '../../recording/issue-page/index.ts';
import type { IssueListProps } from './issue-list.dto.ts';
import { listSorts, offerProjects, toUnfilteredAddress } from '../../recording/issue-list/index.ts';
import type { Listing } from '../../recording/issue-list/index.ts';

type Option = readonly [value: string, text: string];

const ANY_TIME = 'all';

const TIMES: readonly Option[] = [
  [ANY_TIME, 'Any time'],
  ...Object.entries(recentTimes).map(([time, { words }]): Option => [time, toTitle(words)]),
];

function toTitle(words: string): string {
  return `${words[0]!.toUpperCase()}${words.slice(1)}`;
}

interface Choosable {
  readonly projects: readonly Project[];
  /** The newest name comes first in both lists. */
  readonly environments: readonly string[];
  readonly releases: readonly string[];
}

export function toChoices(
  { project, filter = {}, sort = 'lastSeen' }: Listing,
  { projects, environments, releases }: Choosable,
): IssueListProps['choices'] {
  const { environment = '', release = '', time = ANY_TIME } = filter;
  const ofProject = { name: 'project', label: 'Project' };
  return [
    ...(projects.length > 1
      ? [
          {
            ...ofProject,
            options: offerProjects(projects, project),
            defaultValue: project?.slug ?? '',
          },
        ]
      : []),
    {
      name: 'environment',
      label: 'Environment',
      options: offer('Any environment', environments.toSorted(), environment),
      defaultValue: environment,
    },
    {
      name: 'release',
      label: 'Release',
      options: offer('Any release', releases, release),
      defaultValue: release,
    },
    {
      name: 'time',
      label: 'Time',
      options: typeof time === 'object' ? [...TIMES, ['days', 'From – to']] : TIMES,
      defaultValue: typeof time === 'object' ? 'days' : time,
    },
    {
      name: 'sort',
      label: 'Sort',
      options: listSorts,
      defaultValue: sort === 'lastSeen' ? '' : sort,
    },
  ];
}

function offer(any: string, names: readonly string[], chosen: string): readonly Option[] {
  const all = chosen === '' || names.includes(chosen) ? names : [chosen, ...names];
  return [['', any], ...all.map((name): Option => [name, name])];
}

export function toFilterProps(listing: Listing): Pick<IssueListProps, 'filter'> {
  const { filter = {} } = listing;
  const { time } = filter;
  const days = typeof time === 'object' ? { from: time.from, to: time.to } : {};
  const query = toRowQuery(listing);
  if (!isFiltering(filter)) return { filter: { ...days, query } };
  return {
    filter: {
      ...days,
      query,
      words: describeFilter(filter),
      clear: toUnfilteredAddress(listing),
    },
  };
}

/** Rows of a search for a user open at the newest event of that user. */
function toRowQuery({ query, filter = {} }: Listing): string {
  const parsed = parseSearch(query);
  const ofUser = parsed.ok ? parsed.value.filter(isOfUser) : [];
  const search = ofUser.length === 0 ? '' : `query=${encodeURIComponent(printSearch(ofUser))}`;
  return [printFilter(filter), search].filter(Boolean).join('&');
}

function isOfUser(term: SearchTerm): boolean {
  return 'key' in term && term.kind !== 'tag' && term.key === 'user' && !term.isNegated;
}
