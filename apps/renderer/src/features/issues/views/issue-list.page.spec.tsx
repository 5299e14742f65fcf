import { expect, test } from '@jest/globals';
import { renderToStaticMarkup } from 'react-dom/server';
import type { IssueListRow } from '../issues.dto.ts';
import { Page } from './issue-list.page.tsx';

const NOW = Date.UTC(2026, 2, 4, 12, 41, 7);

const issue: IssueListRow = {
  id: 7,
  shortId: 'WEB-7',
  project: 'web',
  type: 'TypeError',
  value: 'no price',
  place: 'total.ts',
  level: 'error',
  events: 123_456,
  users: 1,
  firstSeenMs: NOW - 86_400_000,
  lastSeenMs: NOW - 180_000,
  hours: [0, 2, 0, 5],
};

test('a row is one link, and says its numbers in text', () => {
  const html = renderToStaticMarkup(
    <Page nowMs={NOW} status="unresolved" issues={[issue]} nextPage="/issues?before=7" />,
  );
  const row = html.slice(html.indexOf('<tbody'), html.indexOf('</tbody>'));
  expect(row.match(/<a /g)).toHaveLength(1);
  expect(row).toContain('aria-label="Last 24 hours: 7 events, at most 5 in one hour"');
  expect(row).toContain('title="123,456"');
  expect(row).toContain('3 min ago');
  expect(html).toContain('href="/issues?before=7"');
  expect(html).not.toContain(' style=');
});

test('an empty list shows what to paste, once there is something to paste', () => {
  const dsn = 'http://key@localhost:3000/1';
  const html = renderToStaticMarkup(
    <Page
      nowMs={NOW}
      status="unresolved"
      issues={[]}
      gettingStarted={{ project: 'app', dsn, tunnel: '/base/monitoring' }}
    />,
  );
  expect(html).toContain(dsn);
  expect(html).toContain('tunnel: &#x27;/base/monitoring&#x27;');
  expect(html).not.toContain('<table');
});

test('a page behind the last issue leads back to the first', () => {
  const html = renderToStaticMarkup(<Page nowMs={NOW} status="unresolved" issues={[]} />);
  expect(html).toContain('href="/issues"');
});
