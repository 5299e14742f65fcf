import { describe, expect, it } from '@jest/globals';
import type { RuleTest, AlertedFiring } from '../index.ts';
import { composeRuleTest } from './compose-rule-test.ts';

const NOW_MS = Date.UTC(2026, 0, 5, 12);
const project = { slug: 'web', name: 'Web' };
const test: RuleTest = {
  id: 'one',
  isOfIssues: true,
  ruleName: 'Fatal ones',
  project,
  nowMs: NOW_MS,
};
const firing = {
  reason: { kind: 'new' },
  atMs: NOW_MS,
  project: { id: 1, ...project },
  issue: { id: 42, number: 7, type: 'TypeError', value: 'x', place: '', level: 'error' },
} as unknown as AlertedFiring;

describe('composeRuleTest', () => {
  it('shows an issue, and says that the message is a test', () => {
    const message = composeRuleTest({ ...test, firing }, 'https://errata.example');
    expect(message).toMatchObject({
      id: 'one',
      kind: 'test',
      title: 'Test of the rule Fatal ones',
      issues: [{ id: 42, reason: 'as a test' }],
      url: 'https://errata.example/issues/42',
    });
    expect(message.lines[0]).toContain('Nothing has happened');
  });

  it('says that there is no issue when a rule about issues finds none', () => {
    const message = composeRuleTest(test, 'https://errata.example');
    expect(message).toMatchObject({ kind: 'test', issues: [], level: 'info', project });
    expect(message.lines[1]).toContain('No issue');
    const ofSessions = { ...test, isOfIssues: false };
    expect(composeRuleTest(ofSessions, 'https://errata.example').lines).toHaveLength(1);
  });
});
