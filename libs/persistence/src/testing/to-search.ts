import { parseSearch, toIssueSearch } from '#shared';
import type { IssueSearch } from '#shared';

/** What a text searches issues for. */
export function toSearch(text: string): IssueSearch {
  const parsed = parseSearch(text);
  const search = parsed.ok ? toIssueSearch(parsed.value) : parsed;
  if (!search.ok) throw new Error(`${text}: ${search.fault.message}`);
  return search.value;
}
