/** Names the states that are certain before the server has answered. Changes that ask for a release, or for people, are left out. */
export const certainWords: Readonly<Record<string, string>> = {
  resolve: 'resolved',
  muteForHour: 'muted',
  muteForDay: 'muted',
  muteForWeek: 'muted',
  muteForever: 'muted',
  muteFor10Events: 'muted',
  muteFor5Users: 'muted',
  reopen: 'reopened',
};
