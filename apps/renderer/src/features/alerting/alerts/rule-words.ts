import { toReasonText } from '#product/alerting/alerts/rules';
import type { AlertRule } from '#product/alerting/alerts/rules';
import type { ChannelChoice } from './alerts.dto.ts';

/** What raises alerts of the rule. */
export function describeWhen(rule: AlertRule): string {
  const { events, users, condition, environments } = rule;
  const reasons = [
    ...(rule.onNew ? ['new issues'] : []),
    ...(rule.onRegressed ? ['regressed issues'] : []),
    ...(rule.onUnmuted ? ['ends of mutes'] : []),
    ...(rule.onFeedback ? ['feedback of users'] : []),
    ...(events ? [toReasonText({ kind: 'events', ...events })] : []),
    ...(users ? [toReasonText({ kind: 'users', ...users })] : []),
  ].join(', ');
  const patterns = environments.patterns.join(', ');
  const where =
    patterns === ''
      ? environments.are === 'only'
        ? ', in no environment'
        : ''
      : environments.are === 'only'
        ? `, in ${patterns}`
        : `, not in ${patterns}`;
  const text = reasons + (condition === '' ? '' : `, where ${condition}`) + where;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Where they go. */
export function describeWhere(
  { toMembers, channels }: AlertRule,
  { choices, isMailSet }: { choices: readonly ChannelChoice[]; isMailSet: boolean },
): string {
  const names = choices.filter(({ id }) => channels.includes(id)).map(({ name }) => name);
  const mail = isMailSet ? 'members by mail' : 'members by mail (no mail is set up)';
  return [...(toMembers ? [mail] : []), ...names].join(', ') || 'nobody';
}
