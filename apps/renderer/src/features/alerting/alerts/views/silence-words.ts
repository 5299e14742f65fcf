import { alertLimits } from '#shared';
import { formatQuantity } from '../../../../ui/numbers/format-count.ts';
import { formatAgo, formatClock, formatIn } from '../../../../ui/time/format-time.ts';
import { describeJudged } from './crash-free-words.ts';
import type { SilenceFacts } from '../alerts.dto.ts';

const MINUTE_MS = 60_000;
const NOBODY = 'This rule reaches nobody: give it a channel, or members by mail.';
const OFF =
  'This rule is switched off. It sends no alerts, and tells nobody that an issue is over. Its incidents at PagerDuty stay open.';

type RuleWait = SilenceFacts['waits'][number];

/** Returns sentences that say why the rule may be silent, the most important first. */
export function describeSilence(
  facts: SilenceFacts,
  nowMs: number,
  zone: string,
): readonly string[] {
  if (!facts.isEnabled) return [OFF];
  const { summaryMs, inSummary, paused, waits, unalerted, lastFiredMs, channels } = facts;
  const unreached = describeUnreached(facts);
  const names = new Map(channels.map(({ id, name }) => [id, name]));
  const isToday = (atMs: number): boolean =>
    formatIn(zone, atMs).slice(0, 10) === formatIn(zone, nowMs).slice(0, 10);
  const at = (atMs: number): string =>
    atMs - nowMs < MINUTE_MS
      ? 'within a minute'
      : `at ${isToday(atMs) ? formatClock(zone, atMs) : formatIn(zone, atMs)} (${formatAgo(atMs, nowMs)})`;
  const sentences = [
    ...(summaryMs === undefined
      ? []
      : [
          `The first ${alertLimits.youngAlerts} alerts of this project went out at once. The rest of its first hour goes out as one summary ${at(summaryMs)}; ${countWaiting(inSummary)} for it.`,
        ]),
    ...(paused
      ? [
          `${paused.count === 1 ? '1 alert waits' : `${paused.count} alerts wait`} for a pause to end. The next alert goes out ${at(paused.nextMs)}.`,
        ]
      : []),
    ...waits
      .filter(({ channelId }) => channelId === undefined || names.has(channelId))
      .map((wait) => describeWait(wait, names.get(wait.channelId ?? 0), at)),
  ];
  const isFree = sentences.length === 0;
  return [
    ...unreached,
    ...sentences,
    ...(isFree && facts.looksAtIssues && !unreached.includes(NOBODY)
      ? ['The next event that matches sends an alert at once.']
      : []),
    ...(unalerted > 0
      ? [
          `${formatQuantity(unalerted, 'issue')} caused no alert yet: too few users and events from browsers, other environments, or no match with the search. The first event that counts sends the alert.`,
        ]
      : []),
    ...(facts.crashFree ? [describeJudged(facts.crashFree, facts.judged)] : []),
    lastFiredMs === undefined
      ? 'Nothing has matched this rule in the last 14 days.'
      : `Last match: ${formatIn(zone, lastFiredMs)} (${formatAgo(lastFiredMs, nowMs)}).`,
  ];
}

function countWaiting(count: number): string {
  if (count === 0) return 'none waits';
  return count === 1 ? '1 alert waits' : `${count} alerts wait`;
}

function describeUnreached({ channels, toMembers, isMailSet, people }: SilenceFacts): string[] {
  const gone = channels.filter(({ isGone }) => isGone);
  return [
    ...gone.map(
      ({ name }) =>
        `The channel ${name} is switched off, because its receiver answered that it no longer exists. It does not hear that an issue is over.`,
    ),
    ...(toMembers && !isMailSet ? ['No mail is sent, since SMTP_URL is not set.'] : []),
    ...(toMembers && isMailSet && people === 0 ? ['No member wants mail about rules.'] : []),
    ...(people === 0 && gone.length === channels.length ? [NOBODY] : []),
  ];
}

function describeWait(
  { why, count, untilMs }: RuleWait,
  channel: string | undefined,
  at: (atMs: number) => string,
): string {
  const who = channel ?? formatQuantity(count, 'member');
  if (why === 'quiet') {
    return count === 1
      ? `${who} has quiet hours and gets mail ${at(untilMs)}.`
      : `${who} have quiet hours. The first of them gets mail ${at(untilMs)}.`;
  }
  const sent = why === 'flood' ? 'ten messages in ten minutes' : 'a message in the last minute';
  return `${who} ${count === 1 ? 'has' : 'have'} had ${sent}. The next message goes out ${at(untilMs)}.`;
}
