import type { AlertKind } from './alert-kind.ts';

/** Alerts to one person about what somebody else did. No rule looks at these. */
const ofPerson = (
  choice: 'assigned' | 'mentioned' | 'commented',
  { rank, words }: { readonly rank: number; readonly words: string },
): AlertKind => ({ rank, choice, words: () => words });

export const noticeKinds = {
  assigned: /* @__PURE__ */ ofPerson('assigned', { rank: 1, words: 'assigned to you' }),
  mentioned: /* @__PURE__ */ ofPerson('mentioned', { rank: 0, words: 'you were mentioned' }),
  commented: /* @__PURE__ */ ofPerson('commented', { rank: 5, words: 'a comment' }),
};
