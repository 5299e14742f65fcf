export { EventListModule } from './event-list.module.ts';
export { EventMatches, findPlace } from './event-matches.ts';
export type { Matches } from './event-matches.ts';
export { printEventQuery, readEventQuery, readEventSearch } from './event-search.ts';
export type { EventSearch } from './event-search.ts';
