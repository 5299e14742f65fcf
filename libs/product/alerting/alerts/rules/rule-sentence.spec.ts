import { describe, expect, it } from '@jest/globals';
import { defaultAlertRule } from './alert-rule.ts';
import type { AlertRule } from './alert-rule.ts';
import { toPauseText, toRuleName, toRuleSentence } from './rule-sentence.ts';

const RULE: AlertRule = {
  ...defaultAlertRule,
  environments: { are: 'only', patterns: ['production'] },
};
const NONE = { onNew: false, onRegressed: false } as const;
const OPS = { channels: ['#ops'], toMembers: false };
const BURST = { count: 1500, minutes: 5, of: 'issue' } as const;
const CROWD = { count: 1, minutes: 1, of: 'project' } as const;

describe('a rule as a sentence', () => {
  it.each([
    [
      'When an issue is new or regressed in production, tell #ops, at most every 30 minutes per issue.',
      {},
      OPS,
    ],
    [
      'When an issue is new or regressed in production, tell #ops, also when it is over, at most every 30 minutes per issue.',
      { onOver: true },
      OPS,
    ],
    [
      'When an issue is regressed outside dev*, stag*, and ci, tell #ops, Night, and the members by mail, at most every hour per issue.',
      {
        onNew: false,
        pauseMinutes: 60,
        environments: { are: 'except', patterns: ['dev*', 'stag*', 'ci'] },
      },
      { channels: ['#ops', 'Night'], toMembers: true },
    ],
    [
      'When the newest release has under 99.5 % crash-free sessions in 24 hours in production, tell #ops, at most every 30 minutes.',
      {
        ...NONE,
        crashFree: { percent: 99.5, hours: 24, minSessions: 100 },
        condition: 'level:fatal',
      },
      OPS,
    ],
    [
      'When an issue is new or the newest release has under 99.5 % crash-free sessions in an hour in production, issues only among what “release:web@*” finds, tell #ops, at most every 30 minutes per issue.',
      {
        onRegressed: false,
        crashFree: { percent: 99.5, hours: 1, minSessions: 100 },
        condition: 'release:web@*',
      },
      OPS,
    ],
    [
      'When the newest release has under 98 % sessions without unhandled errors in 24 hours in production, tell #ops, at most every 30 minutes.',
      { ...NONE, crashFree: { percent: 98, hours: 24, minSessions: 100, withUnhandled: true } },
      OPS,
    ],
    [
      'When an issue is new, regressed, or no longer muted or a user sends feedback, tell the members by mail, at most every day per issue.',
      {
        onUnmuted: true,
        onFeedback: true,
        pauseMinutes: 1440,
        environments: { are: 'except', patterns: [] },
      },
      { channels: [], toMembers: true },
    ],
    [
      'When an issue has 1,500 events in 5 minutes in prod-eu or prod-us, among what “level:fatal” finds, tell nobody, at most every 4 hours per issue.',
      {
        ...NONE,
        events: BURST,
        pauseMinutes: 240,
        condition: 'level:fatal',
        environments: { are: 'only', patterns: ['prod-eu', 'prod-us'] },
      },
      { channels: [], toMembers: false },
    ],
    [
      'When the project has 1 user in a minute in no environment, tell #ops, at most every 5 minutes.',
      { ...NONE, users: CROWD, pauseMinutes: 5, environments: { are: 'only', patterns: [] } },
      OPS,
    ],
  ] as const)('%s', (sentence, rule, told) => {
    expect(toRuleSentence({ ...RULE, ...rule }, told)).toBe(sentence);
  });

  it('has a default name of no more than 100 characters', () => {
    expect(toRuleName(RULE)).toBe('An issue is new or regressed in production');
    const patterns = ['x'.repeat(64), 'y'.repeat(64)];
    const long = toRuleName({ ...RULE, environments: { are: 'only', patterns } });
    expect(long).toHaveLength(100);
    expect(long.endsWith('…')).toBe(true);
  });

  it.each([
    [1, 'minute'],
    [45, '45 minutes'],
    [120, '2 hours'],
    [2880, '2 days'],
  ])('calls a pause of %i minutes "%s"', (minutes, words) => {
    expect(toPauseText(minutes)).toBe(words);
  });
});
