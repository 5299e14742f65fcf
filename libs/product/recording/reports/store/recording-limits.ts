import { issueLimits } from '#shared';
import { DAY_MS, HOUR_MS } from '#persistence/stores';

/** What the write side bounds by itself. */
export const recordingLimits = Object.freeze({
  /** A key's distinct users are counted up to here, the most that a mute can wait for. */
  usersPerKey: issueLimits.muteUsers,
  /** Rows of users that one transaction counts anew after a merge: some 20 ms. */
  usersPerRecount: 10_000,
  /** Keys that lead to one key's row. Beyond them an event's further keys stay unknown. */
  pointersPerKey: 1000,
  /** Minutes of a key that are older than this by the clock are dropped as it is written. */
  minutesKeptMs: 2 * HOUR_MS,
  /** How many whole events an hour had is known for so long: a spool may bring reports late. */
  keptHoursMs: DAY_MS,
  /** Those seen first most lately. */
  releasesPerProject: 10_000,
  /** Of each name of a tag a key counts so many values one by one; the rest is *other*. */
  valuesPerTag: 1000,
  /** Tags of further names are not counted. */
  tagNamesPerKey: 200,
  /** Names of a project by which events are counted. Events with further ones count as of another. */
  countedNames: { release: 10_000, environment: 200 },
});
