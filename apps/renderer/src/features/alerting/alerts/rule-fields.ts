import { alertLimits, parseSearch } from '#shared';
import { defaultAlertRule, toPauseMinutes, toRuleName } from '#product/alerting/alerts/rules';
import type { AlertRule, AlertThreshold, CrashFreeLimit } from '#product/alerting/alerts/rules';
import type { RuleDto, RuleFields } from './alerts.dto.ts';

type ParsedRule =
  | { readonly ok: true; readonly rule: Omit<AlertRule, 'isEnabled'> }
  | { readonly ok: false; readonly fields: Readonly<Record<string, readonly string[]>> };

const { nameLength, patterns, patternLength, thresholdMinutes, channelsPerRule } = alertLimits;
const { crashFreeHours, crashFreeMinimum, crashFreeSessions } = alertLimits;
const NO_CRASH_FREE = {
  percent: '',
  hours: 24,
  minSessions: crashFreeMinimum,
  withUnhandled: undefined,
} as const;

type Faults = Map<string, string>;

/** Returns the rule, or the error texts by field. Ignores channels that are not in `channelIds`. */
export function parseRule(sent: RuleDto, channelIds: ReadonlySet<number>): ParsedRule {
  const faults: Faults = new Map();
  const rule = {
    ...readTriggers(sent, faults),
    condition: readCondition(sent, faults),
    environments: readEnvironments(sent, faults),
    onOver: sent.over?.includes('issues') ?? false,
    toMembers: sent.to?.includes('members') ?? false,
    channels: readChannels(sent, { channelIds, faults }),
    pauseMinutes: Number(sent.pauseMinutes),
  };
  const name = readName(sent, faults) || toRuleName({ ...rule, isEnabled: true });
  if (faults.size === 0) return { ok: true, rule: { name, ...rule } };
  return {
    ok: false,
    fields: Object.fromEntries([...faults].map(([field, text]) => [field, [text]])),
  };
}

function readName(sent: RuleDto, faults: Faults): string {
  const name = sent.name.trim();
  if (name.length > nameLength) faults.set('name', `A name has at most ${nameLength} characters.`);
  return name;
}

function readTriggers(sent: RuleDto, faults: Faults) {
  const events = readThreshold(sent, {
    field: 'events',
    most: alertLimits.thresholdEvents,
    faults,
  });
  const users = readThreshold(sent, { field: 'users', most: alertLimits.thresholdUsers, faults });
  const crashFree = readCrashFree(sent, faults);
  const on = new Set(sent.on);
  const numbers = [sent.events, sent.users, sent.crashFree];
  if (on.size === 0 && numbers.every((text) => text.trim() === '')) {
    faults.set('on', 'Choose at least one of these reasons, or fill in one of the numbers below.');
  }
  return {
    onNew: on.has('new'),
    onRegressed: on.has('regressed'),
    onUnmuted: on.has('unmuted'),
    onFeedback: on.has('feedback'),
    events,
    users,
    crashFree,
  };
}

function readCondition(sent: RuleDto, faults: Faults): string {
  const condition = sent.condition.trim();
  const search = parseSearch(condition);
  if (!search.ok) faults.set('condition', search.fault.message);
  else if (search.value.some((term) => term.kind === 'person' && term.values.includes('me'))) {
    faults.set('condition', 'A rule does not know who `me` is: name a person by their address.');
  } else if (search.value.some((term) => 'key' in term && term.key === 'project')) {
    faults.set('condition', 'A rule belongs to one project: leave out `project:`.');
  }
  return condition;
}

function readEnvironments(sent: RuleDto, faults: Faults): AlertRule['environments'] {
  const are = toNames(sent.only).length > 0 ? 'only' : 'except';
  const names = toNames(sent[are]);
  if (names.length > patterns || names.some(({ length }) => length > patternLength)) {
    const text = `At most ${patterns} environments, of at most ${patternLength} characters each.`;
    faults.set(are, text);
  }
  return { are, patterns: names };
}

function readChannels(
  sent: RuleDto,
  { channelIds, faults }: { channelIds: ReadonlySet<number>; faults: Faults },
): number[] {
  const channels = [...new Set(sent.channels?.map(Number))].filter((id) => channelIds.has(id));
  if (channels.length > channelsPerRule) {
    faults.set('channels', `A rule goes to at most ${channelsPerRule} channels.`);
  }
  return channels;
}

function readThreshold(
  sent: RuleDto,
  { field, most, faults }: { field: 'events' | 'users'; most: number; faults: Faults },
): AlertThreshold | undefined {
  const text = sent[field].trim();
  if (text === '') return undefined;
  const [minutesField, of] =
    field === 'events'
      ? (['eventMinutes', sent.eventsOf] as const)
      : (['userMinutes', sent.usersOf] as const);
  const count = readNumber(text, most);
  const minutes = readNumber(sent[minutesField].trim(), thresholdMinutes);
  if (count === undefined) {
    faults.set(field, `A whole number from 1 to ${most.toLocaleString('en-US')}, or nothing.`);
  }
  if (minutes === undefined) faults.set(minutesField, `1 to ${thresholdMinutes} minutes.`);
  return count === undefined || minutes === undefined ? undefined : { count, minutes, of };
}

function readCrashFree(sent: RuleDto, faults: Faults): CrashFreeLimit | undefined {
  const text = sent.crashFree.trim();
  if (text === '') return undefined;
  const percent = readPercent(text);
  const hours = readNumber(sent.crashFreeHours.trim(), crashFreeHours);
  const minSessions = readNumber(sent.crashFreeSessions.trim(), crashFreeSessions);
  if (percent === undefined) faults.set('crashFree', 'Per cent, such as 99.5, or nothing.');
  if (hours === undefined) faults.set('crashFreeHours', `1 to ${crashFreeHours} hours.`);
  if (minSessions === undefined) {
    const most = crashFreeSessions.toLocaleString('en-US');
    faults.set('crashFreeSessions', `A whole number from 1 to ${most}.`);
  }
  return percent === undefined || hours === undefined || minSessions === undefined
    ? undefined
    : {
        percent,
        hours,
        minSessions,
        withUnhandled: sent.crashFreeOf === 'unhandledFree' ? (true as const) : undefined,
      };
}

/** Accepts a decimal comma, which people of many countries type. */
function readPercent(text: string): number | undefined {
  const number = /^\d{1,3}(?:[.,]\d{1,2})?$/.test(text) ? Number(text.replace(',', '.')) : 0;
  return number > 0 && number <= 100 ? number : undefined;
}

function readNumber(text: string, most: number): number | undefined {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  return number >= 1 && number <= most ? number : undefined;
}

function toNames(text: string): string[] {
  const names = text.split(/[\n,]/).map((name) => name.trim());
  return [...new Set(names.filter((name) => name !== ''))];
}

const changes = [
  ['new', 'onNew'],
  ['regressed', 'onRegressed'],
  ['unmuted', 'onUnmuted'],
  ['feedback', 'onFeedback'],
] as const;

export function toRuleFields(rule: AlertRule, version?: number): RuleFields {
  const { events, users, environments } = rule;
  const { percent, hours, minSessions, withUnhandled } = rule.crashFree ?? NO_CRASH_FREE;
  const { count, minutes, of } = toThresholdFields(events);
  const ofUsers = toThresholdFields(users);
  return {
    version: version === undefined ? undefined : String(version),
    name: rule.name,
    on: changes.filter(([, field]) => rule[field]).map(([change]) => change),
    events: count,
    eventMinutes: minutes,
    eventsOf: of,
    users: ofUsers.count,
    userMinutes: ofUsers.minutes,
    usersOf: ofUsers.of,
    crashFreeOf: withUnhandled ? 'unhandledFree' : 'crashFree',
    crashFree: String(percent),
    crashFreeHours: String(hours),
    crashFreeSessions: String(minSessions),
    condition: rule.condition,
    only: environments.are === 'only' ? environments.patterns.join(', ') : '',
    except: (environments.are === 'except'
      ? environments
      : defaultAlertRule.environments
    ).patterns.join(', '),
    over: rule.onOver ? ['issues'] : [],
    to: rule.toMembers ? ['members'] : [],
    channels: rule.channels.map(String),
    pauseMinutes: String(toPauseMinutes(rule)),
  };
}

function toThresholdFields(threshold: AlertThreshold | undefined) {
  const { count, minutes, of } = threshold ?? { count: '', minutes: 5, of: 'issue' as const };
  return { count: String(count), minutes: String(minutes), of };
}
