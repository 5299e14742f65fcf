import type { SearchFault } from './search.ts';

const SHOWN_CHARACTERS = 40;

export function describeFault(query: string, { at, end, message }: SearchFault): string {
  const text = query.slice(at, Math.min(end, at + SHOWN_CHARACTERS)).toWellFormed();
  return text === '' ? message : `“${text}”: ${message}`;
}
