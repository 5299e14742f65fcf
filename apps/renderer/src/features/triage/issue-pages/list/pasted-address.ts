import type { Search, SearchTerm } from '#shared';

const ADDRESS = /^https?:\/\/(?<host>[^\s/?#]+)(?<path>[^\s?#]*)/i;

/**
 * Returns searches for issues that concern a web page, the most exact first: by URL, by
 * transaction, by text. Leaves out everything from `?` or `#` on, which differs between visits.
 * Returns none for a text that is no address.
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
