import { alertLimits } from '#shared';
import { listTriggers, looksAtIssues } from './alert-kinds.ts';
import { toPauseMinutes } from './alert-rule.ts';
import type { AlertRule } from './alert-rule.ts';

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
  const over = rule.onOver ? ' also when it is over,' : '';
  return `${toWhen(rule)}, tell ${toWhom(told)},${over} ${toPace(rule)}.`;
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

function toReasons(rule: Omit<AlertRule, 'name'>): string {
  const triggers = listTriggers(rule);
  const states = triggers.flatMap(({ of, words }) => (of === 'state' ? [words] : []));
  const others = triggers.flatMap(({ of, words }) => (of === 'state' ? [] : [words]));
  return or.format([
    ...(states.length === 0 ? [] : [`an issue is ${or.format(states)}`]),
    ...others,
  ]);
}

function toWhere({ environments: { are, patterns } }: Omit<AlertRule, 'name'>): string {
  if (patterns.length === 0) return are === 'only' ? ' in no environment' : '';
  return are === 'only' ? ` in ${or.format(patterns)}` : ` outside ${and.format(patterns)}`;
}

function toWhom({ channels, toMembers }: RuleRecipients): string {
  const names = [...channels, ...(toMembers ? ['the members by mail'] : [])];
  return names.length === 0 ? 'nobody' : and.format(names);
}

/** Leaves out "per issue" when the rule only looks at the whole project, or at sessions. */
function toPace(rule: AlertRule): string {
  const isOfIssues = listTriggers(rule).some(({ of }) => of === 'state' || of === 'issue');
  return `at most every ${toPauseText(toPauseMinutes(rule))}${isOfIssues ? ' per issue' : ''}`;
}
