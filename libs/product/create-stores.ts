import { SystemClock } from '#shared';
import type { Clock } from '#shared';
import { capabilities } from './capabilities.ts';
import type { Capability, Port, StoreSettings, Database } from '#persistence/stores';
import { KyselyDatabase } from '#persistence/stores';
import { type RecordingBounds, unbounded } from '#product/recording/record';
import { inLockOrder } from '#product/recording/steps';

const all = [...capabilities.platform, ...capabilities.product];

type Union = (typeof all)[number]['stores'];
type Merged<U> = (U extends unknown ? (each: U) => void : never) extends (each: infer I) => void
  ? I
  : never;
type Entries = Merged<Union>;

export type Stores = {
  readonly [Name in keyof Entries]: Entries[Name] extends { readonly port: Port<infer T> }
    ? T
    : never;
};

export interface StoreOptions {
  /**
   * Limits that these stores apply when they record reports. The storage budget is not among them,
   * because it is in the database.
   */
  readonly bounds?: RecordingBounds;
  readonly clock?: Clock;
  /**
   * ERRATA_SECRET. A store that needs the secret for encryption throws a TypeError when it is
   * absent.
   */
  readonly secret?: string | undefined;
}

type Slots = Omit<StoreSettings, 'bounds' | 'clock' | 'secret'>;

/**
 * Joins what capabilities register, by the name of its slot. A capability that reads a slot names
 * an empty list of it.
 */
const slots = Object.fromEntries(
  [...new Set(all.flatMap((each) => Object.keys(each)))].map((name) => [
    name,
    all.flatMap((each: Readonly<Record<string, unknown>>) => each[name] ?? []),
  ]),
) as unknown as Slots;
const registered: Slots = { ...slots, recording: inLockOrder(slots.recording) };

/**
 * Makes the stores of an open database. They work once the migrations of their tables have run.
 *
 * Throws a TypeError when `database` does not come from `openDatabase`.
 */
export function createStores(
  database: Database,
  { bounds = unbounded, clock = new SystemClock(), secret }: StoreOptions = {},
): Stores {
  if (!(database instanceof KyselyDatabase)) {
    throw new TypeError('createStores needs a database of openDatabase.');
  }
  const settings: StoreSettings = { ...registered, bounds, clock, secret };
  const opened = listStores().map(([name, { open }]) => [name, open(database, settings)]);
  return Object.fromEntries(opened) as Stores;
}

/** Pairs each store's class, which is its dependency injection token, with the store's name. */
export const storePorts: readonly (readonly [Port<unknown>, keyof Stores])[] = listStores().map(
  ([name, { port }]) => [port, name as keyof Stores],
);

function listStores() {
  return all.flatMap((each: Capability) => Object.entries(each.stores));
}
