import { describe, expect, it } from '@jest/globals';
import { defaultAlertRule, isAlertedEnvironment } from './alert-rule.ts';

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
});
