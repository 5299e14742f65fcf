import type { AlertKind, Trigger } from './alert-kind.ts';
import type { AlertRule, FiringReason, AlertThreshold } from './alert-rule.ts';
import { crashFreeKind } from './crash-free.ts';
import { overKind } from './ends.ts';
import { feedbackKind, newKind, regressedKind, unmutedKind } from './issue-kinds.ts';

const ofThreshold = (
  kind: 'events' | 'users',
): AlertKind<AlertThreshold & { kind: typeof kind }> => {
  const toQuantity = (count: number, shown: string): string =>
    `${shown} ${count === 1 ? kind.slice(0, -1) : kind}`;
  return {
    rank: 2,
    choice: 'ofProjects',
    words: ({ count, minutes, of }) =>
      `${toQuantity(count, String(count))} in ${toMinutes(minutes)}${of === 'project' ? ' in the project' : ''}`,
    trigger(rule) {
      const threshold = rule[kind];
      if (!threshold) return undefined;
      const { count, minutes, of } = threshold;
      const who = of === 'project' ? 'the project' : 'an issue';
      const many = toQuantity(count, count.toLocaleString('en-US'));
      return { of, words: `${who} has ${many} in ${toMinutes(minutes)}` };
    },
  };
};

const eventsKind = /* @__PURE__ */ ofThreshold('events');
const usersKind = /* @__PURE__ */ ofThreshold('users');

function toMinutes(minutes: number): string {
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
}

/** Alerts to one person about what somebody else did. No rule looks at these. */
const ofPerson = (
  choice: 'assigned' | 'mentioned' | 'commented',
  { rank, words }: { readonly rank: number; readonly words: string },
): AlertKind => ({ rank, choice, words: () => words });

const noticeKinds = {
  assigned: /* @__PURE__ */ ofPerson('assigned', { rank: 1, words: 'assigned to you' }),
  mentioned: /* @__PURE__ */ ofPerson('mentioned', { rank: 0, words: 'you were mentioned' }),
  commented: /* @__PURE__ */ ofPerson('commented', { rank: 5, words: 'a comment' }),
};

/** The sentence of a rule names what it looks at in this order. */
const alertKinds = {
  new: newKind,
  regressed: regressedKind,
  unmuted: unmutedKind,
  events: eventsKind,
  users: usersKind,
  feedback: feedbackKind,
  crashFree: crashFreeKind,
  over: overKind,
  ...noticeKinds,
} satisfies Readonly<Record<FiringReason['kind'], unknown>>;

/** Returns what the kind of a reason decides. The methods of the kind take this reason. */
export function kindOf({ kind }: FiringReason): AlertKind {
  return alertKinds[kind] as AlertKind;
}

export function toReasonText(reason: FiringReason): string {
  return kindOf(reason).words(reason);
}

export function listTriggers(rule: Omit<AlertRule, 'name'>): Trigger[] {
  return Object.values<Pick<AlertKind, 'trigger'>>(alertKinds).flatMap(
    ({ trigger }) => trigger?.(rule) ?? [],
  );
}

/** Whether issues can make the rule fire. */
export function looksAtIssues(rule: Omit<AlertRule, 'name'>): boolean {
  return listTriggers(rule).some(({ of }) => of !== 'sessions');
}
