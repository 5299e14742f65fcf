import { describe, expect, it } from '@jest/globals';
import {
  defaultAlertRule,
  isAlertedEnvironment,
  reachesAlertMinimum,
  toReasonText,
} from './alert-rule.ts';

describe('an alert rule', () => {
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
  ])('looks at the environment %s by default: %s', (environment, isHeard) => {
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
  ])(
    'limited to the environments %j looks at the environment %s: %s',
    (patterns, environment, isHeard) => {
      expect(isAlertedEnvironment({ are: 'only', patterns }, environment)).toBe(isHeard);
    },
  );

  it('matches a hostile pattern without delay', () => {
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
    'accepts an issue (sent by users’ devices: %s) of %i events and %i users: %s',
    (isOfUsers, events, users, isLoud) => {
      expect(reachesAlertMinimum({ isOfUsers, events, users })).toBe(isLoud);
    },
  );

  it.each([
    [{ kind: 'new' }, 'new'],
    [{ kind: 'unmuted' }, 'no longer muted'],
    [{ kind: 'events', count: 500, minutes: 5, of: 'issue' }, '500 events in 5 minutes'],
    [{ kind: 'users', count: 1, minutes: 1, of: 'project' }, '1 user in a minute in the project'],
  ] as const)('words the reason %j as "%s"', (reason, words) => {
    expect(toReasonText(reason)).toBe(words);
  });
});
