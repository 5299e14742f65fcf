import { expect, it } from '@jest/globals';
import type { SilenceFacts } from '../alerts.dto.ts';
import { describeSilence } from './silence-words.ts';

const NOON_MS = Date.UTC(2026, 0, 5, 12);
const at = (minute: number): number => NOON_MS + minute * 60_000;
const QUIET: SilenceFacts = {
  isEnabled: true,
  looksAtIssues: true,
  toMembers: false,
  isMailSet: true,
  channels: [{ id: 1, name: 'Ops', isGone: false }],
  people: 0,
  inSummary: 0,
  fired: 0,
  unalerted: 0,
  waits: [],
};
const LIMIT = { percent: 99.5, hours: 24, minSessions: 100 };
const FREE = 'The next event that matches sends an alert at once.';

const NOBODY = 'This rule reaches nobody: give it a channel, or members by mail.';
const NEVER = 'Nothing has matched this rule in the last 14 days.';

it.each([
  [
    'is off',
    { isEnabled: false },
    'This rule is switched off. It sends no alerts, and tells nobody that an issue is over. Its incidents at PagerDuty stay open.',
  ],
  ['has matched nothing', {}, `${FREE} ${NEVER}`],
  [
    'judges a release',
    {
      looksAtIssues: false,
      crashFree: LIMIT,
      judged: { release: 'web@1.4.0', sessions: 1250, crashed: 22 },
    },
    `web@1.4.0 has 98.24 % crash-free sessions: 22 of 1,250 sessions crashed in 24 hours. ${NEVER}`,
  ],
  [
    'finds no release to judge',
    { crashFree: { ...LIMIT, hours: 1 } },
    `${FREE} No release had 100 sessions in the last hour. ${NEVER}`,
  ],
  ['has fired', { lastFiredMs: at(-90) }, `${FREE} Last match: 2026-01-05 10:30:00 (1 h ago).`],
  ['names nobody', { channels: [] }, `${NOBODY} ${NEVER}`],
  [
    'names a channel that is gone',
    { channels: [{ id: 2, name: 'Old', isGone: true }] },
    `The channel Old is switched off, because its receiver answered that it no longer exists. It does not hear that an issue is over. ${NOBODY} ${NEVER}`,
  ],
  ['goes to members', { toMembers: true, channels: [], people: 1 }, `${FREE} ${NEVER}`],
  [
    'goes to members who want no mail',
    { toMembers: true, channels: [] },
    `No member wants mail about rules. ${NOBODY} ${NEVER}`,
  ],
  [
    'goes to members, without SMTP',
    { toMembers: true, isMailSet: false },
    `No mail is sent, since SMTP_URL is not set. ${FREE} ${NEVER}`,
  ],
  [
    'sends a summary',
    { summaryMs: at(20), inSummary: 4 },
    `The first 10 alerts of this project went out at once. The rest of its first hour goes out as one summary at 12:20 (in 20 min); 4 alerts wait for it. ${NEVER}`,
  ],
  [
    'pauses',
    { paused: { count: 1, nextMs: at(5) } },
    `1 alert waits for a pause to end. The next alert goes out at 12:05 (in 5 min). ${NEVER}`,
  ],
  [
    'floods a channel',
    { waits: [{ channelId: 1, count: 1, why: 'flood', untilMs: at(30) }] },
    `Ops has had ten messages in ten minutes. The next message goes out at 12:30 (in 30 min). ${NEVER}`,
  ],
  [
    'meets quiet hours',
    { waits: [{ count: 2, why: 'quiet', untilMs: at(60) }] },
    `2 members have quiet hours. The first of them gets mail at 13:00 (in 1 h). ${NEVER}`,
  ],
  [
    'sent a message just now',
    { waits: [{ count: 1, why: 'minute', untilMs: at(0.5) }] },
    `1 member has had a message in the last minute. The next message goes out within a minute. ${NEVER}`,
  ],
  [
    'counts too little',
    { unalerted: 1 },
    `${FREE} 1 issue caused no alert yet: too few users and events from browsers, other environments, or no match with the search. The first event that counts sends the alert. ${NEVER}`,
  ],
] as const)('describeSilence explains the silence of a rule that %s', (_, facts, sentences) => {
  expect(describeSilence({ ...QUIET, ...facts }, NOON_MS, 'UTC').join(' ')).toBe(sentences);
});
