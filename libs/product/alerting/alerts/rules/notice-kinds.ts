import type { AlertKind } from './alert-kind.ts';

/** Alerts to one person about what somebody else did. No rule looks at these. */
export const assignedKind: AlertKind = {
  rank: 1,
  choice: 'assigned',
  words: () => 'assigned to you',
};

export const mentionedKind: AlertKind = {
  rank: 0,
  choice: 'mentioned',
  words: () => 'you were mentioned',
};

export const commentedKind: AlertKind = {
  rank: 5,
  choice: 'commented',
  words: () => 'a comment',
};
