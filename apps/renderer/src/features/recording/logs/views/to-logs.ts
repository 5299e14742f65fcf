import { printBound } from '#product/recording/logs/rules';
import { type Address, to } from '#shared';
import type { LogFilter } from '../logs.dto.ts';

/** Returns the address of the page with this filter, which begins with the newest logs. */
export function toLogs({ query, project, from, to: until }: LogFilter): Address {
  const set = Object.entries({ query, project, from, to: until }).filter(([, text]) => text !== '');
  return to('/logs', {}, { query: Object.fromEntries(set) });
}

/** Returns the address of the logs of this time. */
export function toLogsOf(filter: LogFilter, fromMs: number, beforeMs: number): Address {
  return toLogs({ ...filter, from: printBound(fromMs), to: printBound(beforeMs) });
}
