import type { AlertedIssue, AlertMessage } from '#product/alerting/channels/rules';
import { NOON_MS } from './times.ts';

export function createAlertedIssue(change: Partial<AlertedIssue> = {}): AlertedIssue {
  return {
    id: 42,
    shortId: 'WEB-42',
    reason: 'new',
    type: 'TypeError',
    message: 'x is not a function',
    place: 'pay (checkout.ts:42)',
    code: { file: 'src/checkout.ts', line: 42, text: 'const total = x();' },
    level: 'error',
    environment: 'production',
    release: '1.4.2',
    events: 3,
    users: 1,
    firstSeenMs: NOON_MS - 60_000,
    lastSeenMs: NOON_MS,
    url: 'https://errata.example/issues/42',
    ...change,
  };
}

export function createAlertMessage(change: Partial<AlertMessage> = {}): AlertMessage {
  return {
    id: '6f9619ff-8b86-4d01-b42d-00c04fc964ff',
    kind: 'issues',
    title: 'New in Web: TypeError: x is not a function',
    lines: [],
    level: 'error',
    project: { slug: 'web', name: 'Web' },
    issues: [createAlertedIssue()],
    more: 0,
    url: 'https://errata.example/issues?project=web',
    atMs: NOON_MS,
    ...change,
  };
}
