import { describe, expect, it } from '@jest/globals';
import {
  defaultAlertRule,
  isAlertedEnvironment,
  reachesAlertMinimum,
  toReasonText,
} from './alert-rule.ts';

describe('a rule of alerts', () => {
  it.each([
    ['production', true],
    ['prod', true],
    [undefined, true],
    ['dev', false],
    ['Development', false],
    ['test-7', false],
    ['local', false],
    ['staging', false],
    ['preview-12', false],
    ['ci', false],
    ['cirrus', true],
  ])('by which projects begin looks at %s: %s', (environment, isHeard) => {
    expect(isAlertedEnvironment(defaultAlertRule.environments, environment)).toBe(isHeard);
  });

  it.each([
    [['prod*'], 'production', true],
    [['*-eu'], 'shop-eu', true],
    [['a*b*c'], 'aXbYc', true],
    [['a*b*c'], 'acb', false],
    [['a*a'], 'a', false],
    [['*'], '', true],
    [['*'], undefined, false],
    [[], 'production', false],
  ])('that looks at %j alone hears %s: %s', (patterns, environment, isHeard) => {
    expect(isAlertedEnvironment({ are: 'only', patterns }, environment)).toBe(isHeard);
  });

  it('takes no time over a hostile pattern', () => {
    const patterns = [`${'*a'.repeat(30)}b`];
    const environments = { are: 'only', patterns } as const;
    expect(isAlertedEnvironment(environments, 'a'.repeat(100_000))).toBe(false);
  });

  it.each([
    [false, 1, 0, true],
    [true, 2, 1, false],
    [true, 2, 2, true],
    [true, 3, 0, true],
  ])(
    'of users: %s, with %i events of %i users, is loud: %s',
    (isOfUsers, events, users, isLoud) => {
      expect(reachesAlertMinimum({ isOfUsers, events, users })).toBe(isLoud);
    },
  );

  it.each([
    [{ kind: 'new' }, 'new'],
    [{ kind: 'unmuted' }, 'no longer muted'],
    [{ kind: 'events', count: 500, minutes: 5, of: 'issue' }, '500 events in 5 minutes'],
    [{ kind: 'users', count: 1, minutes: 1, of: 'project' }, '1 user in a minute in the project'],
  ] as const)('has the reason %j in words', (reason, words) => {
    expect(toReasonText(reason)).toBe(words);
  });
});
