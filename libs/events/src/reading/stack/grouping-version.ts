/**
 * Version of grouping: the rules and what they read of an event. Version 1 is that of release 0.2.0
 * and stays as it is, because issues are stored under its keys. See ADR 92.
 */
export type GroupingVersion = 1 | 2;

export const NEWEST_GROUPING = 2;
