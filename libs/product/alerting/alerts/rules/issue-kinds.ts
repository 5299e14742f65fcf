import { alertLimits } from '#shared';
import type { AlertKind } from './alert-kind.ts';
import type { AlertRule, FiringReason } from './alert-rule.ts';

const ofState = (
  field: 'onNew' | 'onRegressed' | 'onUnmuted',
  { rank, words }: { readonly rank: number; readonly words: string },
): AlertKind => ({
  rank,
  choice: 'ofProjects',
  words: () => words,
  trigger: (rule) => (rule[field] ? { of: 'state', words } : undefined),
});

export const newKind = /* @__PURE__ */ ofState('onNew', { rank: 3, words: 'new' });
export const regressedKind = /* @__PURE__ */ ofState('onRegressed', {
  rank: 3,
  words: 'regressed',
});
export const unmutedKind = /* @__PURE__ */ ofState('onUnmuted', {
  rank: 4,
  words: 'no longer muted',
});

export const feedbackKind: AlertKind = {
  rank: 4,
  choice: 'ofProjects',
  words: () => 'feedback of a user',
  trigger: ({ onFeedback }) =>
    onFeedback ? { of: 'issue', words: 'a user sends feedback' } : undefined,
  outlivesIssue: true,
};

/** `worse` ended a mute until a number of events within a window. */
export type IssueChangeKind = 'new' | 'regressed' | 'unmuted' | 'worse';

export interface ChangedIssue {
  /** How the issue changed, in this batch or in an earlier one that raised no alert. */
  readonly became?: IssueChangeKind | undefined;
  /** True when the issue is muted, or resolved without a regression. */
  readonly isMutedOrResolved: boolean;
  /** True when all events come from browsers or phones. */
  readonly isOfUsers: boolean;
  readonly events: number;
  readonly users: number;
}

/**
 * Returns why the state of an issue makes the rule fire, or undefined. A new issue of browsers and
 * phones needs several events or users, because many errors there cannot be fixed.
 */
export function judgeChange(rule: AlertRule, issue: ChangedIssue): FiringReason | undefined {
  const { became, isMutedOrResolved, isOfUsers, events, users } = issue;
  if (isMutedOrResolved || became === undefined || !tellsOf(rule, became)) return undefined;
  if (became !== 'new') return { kind: became === 'worse' ? 'unmuted' : became };
  const { minEvents, minUsers } = alertLimits;
  const isEnough = !isOfUsers || events >= minEvents || users >= minUsers;
  return isEnough ? { kind: 'new' } : undefined;
}

export function tellsOf(rule: AlertRule, became: IssueChangeKind): boolean {
  if (became === 'new') return rule.onNew;
  if (became === 'regressed') return rule.onRegressed;
  return rule.onUnmuted || (became === 'worse' && rule.onRegressed);
}
