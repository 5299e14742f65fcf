import { toReasonText } from '#shared';
import type { Channel, RuleSilence, StoredAlertRule } from '#persistence';
import type { AlertRule } from '#shared';
import type { ChannelChoice, SilenceFacts } from './alerts.dto.ts';

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

interface Reached {
  readonly rule: StoredAlertRule;
  readonly channels: readonly Channel[];
  readonly isMailSet: boolean;
}

/** What keeps a rule from telling at once, with names. */
export function toSilenceFacts(
  { people, waits, ...silence }: RuleSilence,
  { rule, channels, isMailSet }: Reached,
): SilenceFacts {
  const own = channels.filter(({ id }) => rule.channels.includes(id));
  const gone = own.filter((channel) => channel.gone);
  const isReached = people > 0 || gone.length < own.length;
  const unreached = [
    ...gone.map(
      ({ name }) =>
        `The channel ${name} is switched off, because its receiver answered that it no longer exists.`,
    ),
    ...(rule.toMembers && !isMailSet ? ['No mail is sent, since SMTP_URL is not set.'] : []),
    ...(rule.toMembers && isMailSet && people === 0 ? ['No member wants mail about rules.'] : []),
    ...(isReached ? [] : ['This rule reaches nobody: give it a channel, or members by mail.']),
  ];
  const names = new Map(own.map(({ id, name }) => [id, name]));
  return {
    ...silence,
    isEnabled: rule.isEnabled,
    isReached,
    unreached,
    waits: waits
      .filter(({ channelId }) => channelId === undefined || names.has(channelId))
      .map(({ channelId, count, untilMs, why }) => {
        const members = count === 1 ? '1 member' : `${count} members`;
        return { who: names.get(channelId ?? 0) ?? members, count, untilMs, why };
      }),
    ...(rule.lastFiredMs === undefined ? {} : { lastFiredMs: rule.lastFiredMs }),
  };
}
