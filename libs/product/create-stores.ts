import { SystemClock } from '#shared';
import type { Clock } from '#shared';
import { capabilities } from './capabilities.ts';
import type { Capability, Port, StoreSettings, Database } from '#persistence/stores';
import { KyselyDatabase } from '#persistence/stores';
import type { NewProjectStep } from '#product/projects/projects';
import { type RecordingBounds, unbounded } from '#product/recording/record';
import type { ProjectRemovalStep } from '#product/retention/project-deletion';
import type { UndoStep } from '#product/triage/states';
import { inLockOrder } from '#product/recording/steps';

const all = [...capabilities.platform, ...capabilities.product];

type Union = (typeof all)[number]['stores'];
type Merged<U> = (U extends unknown ? (each: U) => void : never) extends (each: infer I) => void
  ? I
  : never;
type Entries = Merged<Union>;

/** Every store, by the name that its capability gives it. */
export type Stores = {
  readonly [Name in keyof Entries]: Entries[Name] extends { readonly port: Port<infer T> }
    ? T
    : never;
};

export interface StoreOptions {
  /** For who records reports; the storage budget is in the database. */
  readonly bounds?: RecordingBounds;
  readonly clock?: Clock;
  /** ERRATA_SECRET: who reads or writes what is encrypted needs it. */
  readonly secret?: string | undefined;
}

const recording = inLockOrder(all.flatMap((each: Capability) => each.recording ?? []));
const projectRemoval: ProjectRemovalStep[] = all.flatMap(
  (each: Capability) => each.projectRemoval ?? [],
);
const undoing: UndoStep[] = all.flatMap((each: Capability) => each.undoing ?? []);
const newProject: NewProjectStep[] = all.flatMap((each: Capability) => each.newProject ?? []);

/** The stores over an open database. They work once the sets their tables are in have been migrated. */
export function createStores(
  database: Database,
  { bounds = unbounded, clock = new SystemClock(), secret }: StoreOptions = {},
): Stores {
  if (!(database instanceof KyselyDatabase)) {
    throw new TypeError('createStores needs a database of openDatabase.');
  }
  const settings: StoreSettings = {
    bounds,
    clock,
    recording,
    newProject,
    projectRemoval,
    undoing,
    secret,
  };
  const opened = listStores().map(([name, { open }]) => [name, open(database, settings)]);
  return Object.fromEntries(opened) as Stores;
}

/** The class of each store with its name: what dependency injection needs to provide them all. */
export const storePorts: readonly (readonly [Port<unknown>, keyof Stores])[] = listStores().map(
  ([name, { port }]) => [port, name as keyof Stores],
);

function listStores() {
  return all.flatMap((each: Capability) => Object.entries(each.stores));
}
