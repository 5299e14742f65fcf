import { to } from '#shared';
import { expect, it } from '@jest/globals';
import { renderToStaticMarkup } from 'react-dom/server';
import type { LogRow, LogsProps } from '../logs.dto.ts';
import { Page } from './logs.page.tsx';

const REACHED_MS = Date.UTC(2026, 0, 5, 12);

const props: LogsProps = {
  query: 'message:pay*refused',
  project: '',
  projects: [],
  rows: [],
  text: to('/logs.txt'),
  isFiltered: true,
};

const row: LogRow = {
  key: 'a1',
  atMs: REACHED_MS,
  severity: 'info',
  level: 'info',
  body: 'cart loaded',
  attributes: { project: 'apollo', cart: 7 },
};

it('the page of logs says how far a search came, and links to older logs', () => {
  const older = to('/logs', {}, { query: { before: '2026-01-05.7' } });
  const html = renderToStaticMarkup(
    <Page {...props} older={older} searchedBackToMs={REACHED_MS} />,
  );
  expect(html).toContain('No log matches so far.');
  expect(html).toContain('Searched back to <time dateTime="2026-01-05T12:00:00.000Z"');
  expect(html).toMatch(/href="\/logs\?before=2026-01-05.7"[^>]*>Search older ones</);
  const whole = renderToStaticMarkup(<Page {...props} />);
  expect(whole).toContain('No log matches.');
  expect(whole).not.toContain('Searched back to');
  expect(whole).not.toContain('aria-label="Pages"');
});

it('the page of logs links an attribute to its logs, unless a search term shadows its name', () => {
  const rows = [{ ...row, shadowed: ['project'] }];
  const html = renderToStaticMarkup(<Page {...props} query="car" rows={rows} />);
  expect(html).toMatch(/<dd[^>]*><bdi>apollo<\/bdi>/);
  expect(html).toMatch(/href="\/logs\?query=cart%3A7(?:\+|%20)car"[^>]*><bdi>7</);
  expect(html).not.toContain('This log is cut');
});

it('the page of logs folds what the SDK tells about itself', () => {
  const rows = [{ ...row, ofSdk: { 'thread.id': '17' } }];
  const html = renderToStaticMarkup(<Page {...props} rows={rows} />);
  expect(html).toMatch(/<\/dl><details.*?From the SDK.*?<dt[^>]*>thread\.id<.*?<\/details>/);
});

it('the page of logs says that a log is cut', () => {
  const html = renderToStaticMarkup(<Page {...props} rows={[{ ...row, isCut: true }]} />);
  expect(html).toContain('This log is cut, since the logs of this page are too large together.');
});
