import { issueLimits } from '#shared';
import { DAY_MS, HOUR_MS } from '#persistence/stores';

export const recordingLimits = Object.freeze({
  /**
   * The most distinct users that are counted per key, which is also the most that a mute can wait
   * for.
   */
  usersPerKey: issueLimits.muteUsers,
  /** Rows of users that one transaction recounts after a merge, which takes some 20 ms. */
  usersPerRecount: 10_000,
  /** The most keys that may point to one key's row. Further keys get no pointer. */
  pointersPerKey: 1000,
  /**
   * Minutes older than this are dropped when their key is written. Their age is measured from now.
   */
  minutesKeptMs: 2 * HOUR_MS,
  /**
   * Hourly counts of events that were stored with their payload are kept this long, because a spool
   * may deliver reports late.
   */
  keptHoursMs: DAY_MS,
  /** Releases kept for a project: the ones first seen most recently. */
  releasesPerProject: 10_000,
  /**
   * Values of one tag name that are counted one by one per key. Further values count as *other*.
   */
  valuesPerTag: 1000,
  /** Names of tags that are counted per key. Tags with further names are not counted. */
  tagNamesPerKey: 200,
  /**
   * Distinct names per project by which events are counted. Events with further names count under a
   * shared "other".
   */
  countedNames: { release: 10_000, environment: 200 },
});
