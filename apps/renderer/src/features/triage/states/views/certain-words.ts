/**
 * States that the page can show before the server has answered. Changes that depend on a release or
 * on people are missing, since only the server knows their result.
 */
export const certainWords: Readonly<Record<string, string>> = {
  resolve: 'resolved',
  muteForHour: 'muted',
  muteForDay: 'muted',
  muteForWeek: 'muted',
  muteForever: 'muted',
  muteFor10Events: 'muted',
  muteFor5Users: 'muted',
  muteFor100EventsInHour: 'muted',
  reopen: 'reopened',
};
