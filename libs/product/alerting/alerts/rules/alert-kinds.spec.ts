import { describe, expect, it } from '@jest/globals';
import { kindOf, toReasonText } from './alert-kinds.ts';
import { defaultAlertRule } from './alert-rule.ts';
import { judgeChange } from './issue-kinds.ts';

const FELL = { kind: 'crashFree', isUnder: true, percent: 99.7, hours: 24 } as const;
const MANY = { ...FELL, sessions: 1250, crashed: 22 };
const ISSUE = { isMutedOrResolved: false, isOfUsers: false, events: 1, users: 0 };
const NEW = { ...ISSUE, became: 'new' } as const;
const OF_USERS = { ...NEW, isOfUsers: true };

describe('the kinds of alerts', () => {
  it.each([
    [{ kind: 'new' }, 'new'],
    [{ kind: 'unmuted' }, 'no longer muted'],
    [{ kind: 'assigned' }, 'assigned to you'],
    [{ kind: 'events', count: 500, minutes: 5, of: 'issue' }, '500 events in 5 minutes'],
    [{ kind: 'users', count: 1, minutes: 1, of: 'project' }, '1 user in a minute in the project'],
    [MANY, '98.24 % crash-free sessions, under 99.7 %'],
    [{ ...MANY, withUnhandled: true }, '98.24 % sessions without unhandled errors, under 99.7 %'],
    [{ ...MANY, crashed: 0, isUnder: false }, '100 % crash-free sessions, no longer under 99.7 %'],
    [
      { ...MANY, crashed: 1, isUnder: false, fellBefore: 'ios@2' },
      '99.92 % crash-free sessions, not under 99.7 %; ios@2 had fallen',
    ],
  ] as const)('word the reason %j as "%s"', (reason, words) => {
    expect(toReasonText(reason)).toBe(words);
  });

  it.each([
    [MANY, '22 of 1,250 sessions crashed in 24 hours.'],
    [
      { ...MANY, withUnhandled: true },
      '22 of 1,250 sessions crashed or had an unhandled error in 24 hours.',
    ],
    [{ ...FELL, hours: 1, sessions: 1, crashed: 1 }, '1 of 1 session crashed in an hour.'],
  ] as const)('describe the incident of %j: %s', (reason, line) => {
    expect(kindOf(reason).incident?.({ reason, release: '1' }).lines).toEqual([line]);
  });

  it.each([
    ['is new', NEW, 'new'],
    ['is known', ISSUE, undefined],
    ['is new and muted', { ...NEW, isMutedOrResolved: true }, undefined],
    ['is new in one browser', { ...OF_USERS, events: 2, users: 1 }, undefined],
    ['is new in two browsers', { ...OF_USERS, events: 2, users: 2 }, 'new'],
    ['is new with three events', { ...OF_USERS, events: 3 }, 'new'],
    ['regressed', { ...ISSUE, became: 'regressed' }, 'regressed'],
    ['is no longer muted', { ...ISSUE, became: 'unmuted' }, undefined],
    ['is worse than its mute allows', { ...ISSUE, became: 'worse' }, 'unmuted'],
  ] as const)('judge an issue that %s', (_, issue, kind) => {
    expect(judgeChange(defaultAlertRule, issue)?.kind).toBe(kind);
  });
});
