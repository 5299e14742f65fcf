import type { Capability } from '#persistence/stores';
import { emptyFiltersThatAreOff } from './migrations/0039-empty-filters-that-are-off.ts';

export const filters = {
  tables: [],
  migrations: [emptyFiltersThatAreOff],
  stores: {},
} as const satisfies Capability;
