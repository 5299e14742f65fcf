import { issueLimits } from '#shared';
import { DAY_MS, HOUR_MS } from '#persistence/stores';

export const recordingLimits = Object.freeze({
  /**
   * Largest number of distinct users that a grouping key counts. A mute cannot wait for more users
   * than this.
   */
  usersPerKey: issueLimits.muteUsers,
  /** Rows of users that one transaction recounts after a merge, which takes some 20 ms. */
  usersPerRecount: 10_000,
  /**
   * Largest number of keys that may point to one row of `grouping_keys`. Further keys get no
   * pointer.
   */
  pointersPerKey: 1000,
  /**
   * Counts of minutes older than this are dropped when their grouping key is written. Their age is
   * measured from now.
   */
  minutesKeptMs: 2 * HOUR_MS,
  /**
   * Hourly counts of events that were stored with their payload are kept this long, because a spool
   * may deliver reports late.
   */
  keptHoursMs: DAY_MS,
  /**
   * Number of releases kept for a project. The releases that were first seen most recently are
   * kept.
   */
  releasesPerProject: 10_000,
  /**
   * Number of values of one tag name that a grouping key counts one by one. Further values count as
   * *other*.
   */
  valuesPerTag: 1000,
  /** Number of tag names that a grouping key counts. Tags with further names are not counted. */
  tagNamesPerKey: 200,
  /**
   * Number of releases and environments that events of a project bring, and by which these are
   * counted. Events with further names count under a shared "other". People and tokens may name as
   * many again.
   */
  countedNames: { release: 10_000, environment: 200 },
  /** New names that one key may bring in an hour. */
  newNamesPerHour: { release: 200, environment: 20 },
  /** Events of a name by which it keeps its place are those of as many days, today included. */
  rankedDays: 7,
  /** A day ranks a name by this many events at most, so that one burst does not outrank a week. */
  rankedPerDay: 100,
});
