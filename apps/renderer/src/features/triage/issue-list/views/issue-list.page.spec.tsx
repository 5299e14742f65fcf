import { to } from '#shared';
import { expect, test } from '@jest/globals';
import { renderToStaticMarkup } from 'react-dom/server';
import type { IssueListRow } from '../issue-list.dto.ts';
import { Page } from './issue-list.page.tsx';

const NOW = Date.UTC(2026, 2, 4, 12, 41, 7);

const issue: IssueListRow = {
  id: 7,
  shortId: 'WEB-7',
  project: 'web',
  type: 'TypeError',
  value: 'no price',
  call: 'total',
  file: 'total.ts:42',
  level: 'error',
  events: 123_456,
  users: 1,
  firstSeenMs: NOW - 86_400_000,
  lastSeenMs: NOW - 180_000,
  bars: [0, 2, 0, 5],
};

const list = {
  nowMs: NOW,
  tags: ['projects'],
  status: 'unresolved',
  tabs: [],
  query: 'is:unresolved',
  filters: { fields: [], link: to('/issues', {}, { query: 'query=is:unresolved' }) },
  rowQuery: '',
  bars: { label: 'Last 24 hours', head: '24 hours', unit: 'one hour', peak: 20 },
  parts: [],
  issues: [],
} as const;
const pages = [{ name: 'Next', href: to('/issues', {}, { query: 'before=7' }) }];

test('a row of the issue list is one link, and gives its numbers as text', () => {
  const html = renderToStaticMarkup(
    <Page {...list} issues={[issue]} extent="1 of about 9 issues." pages={pages} />,
  );
  const row = html.slice(html.indexOf('<tbody'), html.indexOf('</tbody>'));
  expect(row.match(/<a /g)).toHaveLength(1);
  expect(row).toContain('aria-label="Last 24 hours: 7 events, at most 5 in one hour"');
  // The page's highest bar has 20 events. The square-root scale draws 5 events half as high.
  expect(row).toContain('M72 8h23v9h-23z');
  expect(row).toContain('title="123,456"');
  expect(row).toContain('>3 min<');
  expect(html).toContain('1 of about 9 issues.');
  expect(html).toContain('href="/issues?before=7"');
  expect(html).not.toContain(' style=');
});

test('a row of the issue list shows its chip, its assignee and its place', () => {
  const told = { chip: 'Rising', assignee: { name: 'Ann Lee', initials: 'AL' } } as const;
  const html = renderToStaticMarkup(<Page {...list} issues={[{ ...issue, ...told }]} />);
  expect(html).toContain('chip-rising">Rising</i><a');
  expect(html).toContain('title="Assigned to Ann Lee" class="initials">AL</i>');
  expect(html).toMatch(/title="total total.ts:42"[^/]*>total<.*>total.ts:42</);
});

test('the issue list itself uses no character beyond Latin-1', () => {
  const html = renderToStaticMarkup(
    <Page
      {...list}
      issues={[issue]}
      triage={{ selfId: 1, people: { values: [['2', 'Ann']] } }}
      extent="1 of about 9 issues."
      pages={pages}
    />,
  );
  expect(html).toContain('aria-label="Other ways to resolve"');
  expect(html.match(/[\u0100-\uffff]/g)).toBeNull();
});

test('the issue list repeats its filter in the links of rows, and marks uncertain counts', () => {
  const row = { ...issue, areUsersAtLeast: true } as const;
  const html = renderToStaticMarkup(
    <Page {...list} rowQuery="environment=production&time=14d" issues={[row]} />,
  );
  expect(html).toContain('href="/issues/7?environment=production&amp;time=14d"');
  expect(html).toMatch(/≥ <\w*|≥ 1/);
});

test('an issue list that never had an issue links to the setup of a project', () => {
  const begin = { name: 'Set up app', href: to('/projects/:slug/start', { slug: 'app' }) };
  const html = renderToStaticMarkup(<Page {...list} nothing={{ text: 'No errors yet.', begin }} />);
  expect(html).toContain('No errors yet.');
  expect(html).toMatch(/href="\/projects\/app\/start"[^>]*>Set up app<\/a>/);
  expect(html).not.toContain('<table');
});

test('an empty issue list says why, and links onwards', () => {
  const link = { name: 'Back to the newest', href: to('/issues', {}, { query: 'project=web' }) };
  const html = renderToStaticMarkup(<Page {...list} nothing={{ text: 'No more issues.', link }} />);
  expect(html).toContain('No more issues.</p>');
  expect(html).toContain('href="/issues?project=web">Back to the newest</a>');
});

test('the issue list shows the search as typed, with its fault, and keeps its status', () => {
  const html = renderToStaticMarkup(<Page {...list} query={'a"b level:x'} fault="Column 3: no" />);
  const form = html.slice(html.indexOf('<form'), html.indexOf('</form>'));
  expect(form).toContain('action="/issues"');
  expect(form).toContain('value="a&quot;b level:x"');
  expect(form).toContain('aria-invalid="true"');
  expect(form).toContain('>Column 3: no</p>');
  expect(form).toContain('type="hidden" name="status" value="unresolved"');
});
