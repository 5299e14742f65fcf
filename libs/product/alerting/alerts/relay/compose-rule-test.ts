import type { RuleTest } from '../index.ts';
import type { AlertMessage } from '#product/alerting/channels/rules';
import { composeAlert } from './compose-alert.ts';

export function composeRuleTest(
  { id, ruleName, isOfIssues, project, firing, nowMs }: RuleTest,
  publicUrl: string,
): AlertMessage {
  const title = `Test of the rule ${ruleName}`;
  const asked = 'Somebody asked for this test. Nothing has happened.';
  if (!firing) {
    return {
      id,
      kind: 'test',
      title,
      lines: [asked, ...(isOfIssues ? ['No issue of the last 14 days matches the rule.'] : [])],
      level: 'info',
      project,
      issues: [],
      more: 0,
      url: `${publicUrl}/issues?project=${project.slug}`,
      atMs: nowMs,
    };
  }
  const due = { id, firings: [firing], more: 0, isSummary: false, nowMs };
  const message = composeAlert(due, publicUrl);
  const issues = message.issues.map((issue) => ({ ...issue, reason: 'as a test' }));
  return { ...message, kind: 'test', title, lines: [asked, ...message.lines], issues };
}
