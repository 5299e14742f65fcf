import { parseSearch } from '#shared';
import type { Search } from '#shared';

export function toSearch(text: string): Search {
  const parsed = parseSearch(text);
  if (!parsed.ok) throw new Error(`${text}: ${parsed.fault.message}`);
  return parsed.value;
}
