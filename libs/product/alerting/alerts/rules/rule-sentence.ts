import { alertLimits } from '#shared';
import { looksAtIssues, toPauseMinutes } from './alert-rule.ts';
import type { AlertRule, AlertThreshold } from './alert-rule.ts';
import { toHoursText, toSoundSessions } from './crash-free-text.ts';
import type { CrashFreeLimit } from './crash-free-text.ts';

export interface RuleRecipients {
  readonly channels: readonly string[];
  readonly toMembers: boolean;
}

const or = /* @__PURE__ */ new Intl.ListFormat('en', { type: 'disjunction' });
const and = /* @__PURE__ */ new Intl.ListFormat('en');

/**
 * Describes a rule: "When an issue is new or regressed in production, tell Ops, at most every 30
 * minutes per issue."
 */
export function toRuleSentence(rule: AlertRule, told: RuleRecipients): string {
  return `${toWhen(rule)}, tell ${toWhom(told)}, ${toPace(rule)}.`;
}

/** Makes a name for a rule without one: "An issue is new or regressed in production". */
export function toRuleName(rule: Omit<AlertRule, 'name'>): string {
  const name = `${toReasons(rule)}${toWhere(rule)}`;
  const { nameLength } = alertLimits;
  const whole = name.charAt(0).toUpperCase() + name.slice(1);
  return whole.length <= nameLength ? whole : `${whole.slice(0, nameLength - 1)}…`;
}

/** Formats minutes as part of "every …": `hour`, `30 minutes`. */
export function toPauseText(minutes: number): string {
  if (minutes % 1440 === 0) return minutes === 1440 ? 'day' : `${minutes / 1440} days`;
  if (minutes % 60 === 0) return minutes === 60 ? 'hour' : `${minutes / 60} hours`;
  return minutes === 1 ? 'minute' : `${minutes} minutes`;
}

function toWhen(rule: AlertRule): string {
  return `When ${toReasons(rule)}${toWhere(rule)}${toFound(rule)}`;
}

/** Says that a search finds issues alone, where the rule looks at sessions as well. */
function toFound(rule: AlertRule): string {
  const { condition, crashFree } = rule;
  if (condition === '' || !looksAtIssues(rule)) return '';
  return `, ${crashFree ? 'issues only ' : ''}among what “${condition}” finds`;
}

function toReasons({
  onNew,
  onRegressed,
  onUnmuted,
  onFeedback,
  events,
  users,
  crashFree,
}: Omit<AlertRule, 'name'>): string {
  const states = [
    ...(onNew ? ['new'] : []),
    ...(onRegressed ? ['regressed'] : []),
    ...(onUnmuted ? ['no longer muted'] : []),
  ];
  const reasons = [
    ...(states.length === 0 ? [] : [`an issue is ${or.format(states)}`]),
    ...(events ? [toThresholdText('event', events)] : []),
    ...(users ? [toThresholdText('user', users)] : []),
    ...(onFeedback ? ['a user sends feedback'] : []),
    ...(crashFree ? [toCrashFreeLimitText(crashFree)] : []),
  ];
  return or.format(reasons);
}

function toThresholdText(noun: string, { count, minutes, of }: AlertThreshold): string {
  const who = of === 'project' ? 'the project' : 'an issue';
  const many = `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
  return `${who} has ${many} in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}`;
}

function toCrashFreeLimitText(limit: CrashFreeLimit): string {
  const { percent, hours } = limit;
  return `the newest release has under ${percent} % ${toSoundSessions(limit)} in ${toHoursText(hours)}`;
}

function toWhere({ environments: { are, patterns } }: Omit<AlertRule, 'name'>): string {
  if (patterns.length === 0) return are === 'only' ? ' in no environment' : '';
  return are === 'only' ? ` in ${or.format(patterns)}` : ` outside ${and.format(patterns)}`;
}

function toWhom({ channels, toMembers }: RuleRecipients): string {
  const names = [...channels, ...(toMembers ? ['the members by mail'] : [])];
  return names.length === 0 ? 'nobody' : and.format(names);
}

/** Leaves out "per issue" when the rule only counts events or users of the whole project. */
function toPace(rule: AlertRule): string {
  const { onNew, onRegressed, onUnmuted, onFeedback, events, users } = rule;
  const isOfIssues =
    onNew || onRegressed || onUnmuted || onFeedback === true || [events, users].some(isOfIssue);
  return `at most every ${toPauseText(toPauseMinutes(rule))}${isOfIssues ? ' per issue' : ''}`;
}

function isOfIssue(threshold: AlertThreshold | undefined): boolean {
  return threshold?.of === 'issue';
}
