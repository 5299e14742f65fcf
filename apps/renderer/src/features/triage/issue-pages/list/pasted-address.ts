import type { Search, SearchTerm } from '#shared';

const ADDRESS = /^https?:\/\/(?<host>[^\s/?#]+)(?<path>[^\s?#]*)/i;

/**
 * Searches for issues that have to do with the address of a page, the most exact first: by the address that was asked for, by
 * the transaction, and by its words. What follows `?` or `#` is another one each time. None for a text that is no address.
 */
export function toAddressSearches(text: string): readonly Search[] {
  const { host, path = '' } = ADDRESS.exec(text)?.groups ?? {};
  if (host === undefined) return [];
  const trimmed = path.replace(/\/+$/, '');
  const term = { isNegated: false, at: 0, end: 0 };
  const terms: readonly SearchTerm[] = [
    { ...term, kind: 'part', key: 'url', values: [[host + trimmed]] },
    ...(trimmed === ''
      ? []
      : [{ ...term, kind: 'name', key: 'transaction', values: [['', trimmed]] } as const]),
    { ...term, kind: 'text', text: host + trimmed, isOpen: false },
  ];
  return terms.map((each) => [each]);
}
