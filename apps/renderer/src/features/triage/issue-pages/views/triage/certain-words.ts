/** What is certain of a change before the server has said so: not what asks for a release, or for people. */
export const certainWords: Readonly<Record<string, string>> = {
  resolve: 'resolved',
  muteForHour: 'muted',
  muteForDay: 'muted',
  muteForWeek: 'muted',
  muteForever: 'muted',
  reopen: 'reopened',
};
