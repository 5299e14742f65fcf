/**
 * How issues rise and fall: `issues.trend`, by which lists are sorted.
 *
 * It is `100 × (d + 5) / (w / 7 + 5)`, rounded, where `d` counts the events of the last 24 hours and `w` those of the seven days
 * before. So 100 is an issue that stays as it is, or is quiet, and 200 one that has about twice as many events as before. The five events that are
 * added to both keep small counts in the middle: one event after none makes 120, twenty make 500.
 */
export abstract class TrendStore {
  /**
   * Writes the trend at `nowMs` of some issues, in the order of their ids, from the one after `afterId` on: one short transaction.
   * Resolves with the last id that it looked at; undefined once there are no more.
   */
  abstract write(nowMs: number, afterId: number): Promise<number | undefined>;
}
