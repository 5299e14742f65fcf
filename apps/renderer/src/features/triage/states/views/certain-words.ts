/**
 * States that the page can show before the server has answered. Changes that depend on a release or
 * on people are missing, since only the server knows their result.
 */
export const certainWords: ReadonlyMap<string, string> = new Map([
  ['resolve', 'resolved'],
  ['muteForHour', 'muted'],
  ['muteForDay', 'muted'],
  ['muteForWeek', 'muted'],
  ['muteForever', 'muted'],
  ['muteUntilWorse', 'muted'],
  ['muteFor5Users', 'muted'],
  ['reopen', 'reopened'],
]);
