import type { Search, SearchTerm } from '#shared';

const ADDRESS = /^https?:\/\/(?<host>[^\s/?#]+)(?<path>[^\s?#]*)/i;

/**
 * Returns searches for the issues of a web page, the most exact first: by URL, by transaction, by
 * text. Ignores the query and the fragment of the URL, which differ between visits. Returns an
 * empty list when the text is not a URL.
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
