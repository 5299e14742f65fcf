import { parseSearch } from '#shared';
import type { Search } from '#shared';

export function toSearch(text: string, of: 'issues' | 'logs' = 'issues'): Search {
  const parsed = parseSearch(text, of);
  if (!parsed.ok) throw new Error(`${text}: ${parsed.fault.message}`);
  return parsed.value;
}
