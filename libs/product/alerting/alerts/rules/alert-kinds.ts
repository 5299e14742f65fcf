import type { AlertKind, Trigger } from './alert-kind.ts';
import type { AlertRule, FiringReason } from './alert-rule.ts';
import { crashFreeKind } from './crash-free.ts';
import { feedbackKind, newKind, regressedKind, unmutedKind } from './issue-kinds.ts';
import { noticeKinds } from './notice-kinds.ts';
import { eventsKind, usersKind } from './threshold-kinds.ts';

/** The sentence of a rule names what it looks at in this order. */
const alertKinds = {
  new: newKind,
  regressed: regressedKind,
  unmuted: unmutedKind,
  events: eventsKind,
  users: usersKind,
  feedback: feedbackKind,
  crashFree: crashFreeKind,
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
