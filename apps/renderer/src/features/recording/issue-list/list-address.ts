import type { IssueSort } from '#product/recording/issues';
import { to } from '#shared';
import type { Address } from '#shared';
import { printFilter } from '../issue-page/index.ts';
import type { EventFilter } from '../issue-page/index.ts';

export const PLAIN_QUERY = 'is:unresolved';

export interface Listing {
  readonly query: string;
  readonly sort?: IssueSort;
  /**
   * The chosen project. For several projects, the slugs and the names are joined
   * (`ChosenProjects`).
   */
  readonly project?: { readonly slug: string; readonly name: string } | undefined;
  readonly filter?: EventFilter | undefined;
}

interface ListEdge {
  readonly side: 'before' | 'after';
  readonly value: number;
  readonly id: number;
}

export type Listed = Omit<Listing, 'project'> & {
  readonly project?: { readonly slug: string } | undefined;
};

export function toListAddress(listing: Listed, edge?: ListEdge): Address {
  return to('/issues', {}, { query: toListQuery(listing, edge) });
}

/** Never returns an empty query, because `/issues` alone leads to the reader's default search. */
export function toListQuery(
  { query, sort = 'lastSeen', project, filter = {} }: Listed,
  edge?: ListEdge,
): string {
  const asked = `query=${encodeQuery(query)}`;
  const parameters = [
    ...(project ? [`project=${encodeQuery(project.slug)}`] : []),
    printFilter(filter),
    ...(query === PLAIN_QUERY ? [] : [asked]),
    ...(sort === 'lastSeen' ? [] : [`sort=${sort}`]),
    ...(edge ? [`${edge.side}=${edge.value}-${edge.id}`] : []),
  ].filter((part) => part !== '');
  return parameters.join('&') || asked;
}

/**
 * Encodes the query, but leaves `:`, `,` and `@` readable, which have no meaning in a query string.
 */
export function encodeQuery(query: string): string {
  return encodeURIComponent(query)
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',')
    .replaceAll('%40', '@')
    .replaceAll('%20', '+');
}
