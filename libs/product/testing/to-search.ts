import { parseSearch } from '#shared';
import type { Search } from '#shared';

/** What a text searches issues for. */
export function toSearch(text: string): Search {
  const parsed = parseSearch(text);
  if (!parsed.ok) throw new Error(`${text}: ${parsed.fault.message}`);
  return parsed.value;
}
