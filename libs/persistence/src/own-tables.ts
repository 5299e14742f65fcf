import { capabilities } from './capabilities.ts';

/** All tables that the migrations of this version make, with those in which it is noted which have run. */
export const ownTables: ReadonlySet<string> = new Set(
  Object.entries(capabilities).flatMap(([set, ofSet]) => [
    ...ofSet.flatMap(({ tables }) => [...tables]),
    `migrations_${set}`,
    `migrations_${set}_lock`,
  ]),
);
