import { to } from '#shared';
import { expect, it } from '@jest/globals';
import { renderToStaticMarkup } from 'react-dom/server';
import type { LogHistogram, LogRow, LogsProps } from '../logs.dto.ts';
import { LogFacts } from './log-details.tsx';
import { Page } from './logs.page.tsx';

const NOON_MS = Date.UTC(2026, 0, 5, 12);
const HOUR_MS = 3_600_000;

const props: LogsProps = {
  query: 'message:pay*refused',
  project: '',
  from: '',
  to: '',
  projects: [],
  rows: [],
  text: to('/logs.txt'),
  isFiltered: true,
  facets: [],
  read: 0,
};

const rows: readonly LogRow[] = Array.from({ length: 100 }, (_, n) => ({
  key: `20260105-18ce53un1${n}-${n.toString(36)}`,
  atMs: NOON_MS - n * 7_200_001,
  level: n % 9 === 0 ? 'error' : 'info',
  body: `Payment ${n} of cart ${n * 7} was taken from the card after 3 attempts in ${n} ms (queue eu-1)`,
  facts: `cart ${n * 7} · web-${n % 4}`,
  ...(n % 10 === 0 ? { issue: { href: to('/issues/:id', { id: n }), shortId: `WEB-${n}` } } : {}),
}));

const bars = (value: (n: number) => number) => Array.from({ length: 60 }, (_, n) => value(n));

const histogram: LogHistogram = {
  fromMs: NOON_MS - HOUR_MS,
  stepMs: 60_000,
  buckets: 60,
  perGroup: 5,
  errors: bars((n) => n % 2),
  warnings: bars((n) => n % 5),
  others: bars((n) => n * 3),
};

const facets = (['level', 'server_name', 'release', 'environment'] as const).map((facet) => ({
  facet,
  values: Array.from({ length: 8 }, (_, n) => [`value-${n}`, 900 - n, n] as const),
  more: 2,
}));

const render = (traits: Partial<LogsProps>): string =>
  renderToStaticMarkup(<Page {...props} {...traits} />);

it('the page of logs says how far a search came, and links to older logs', () => {
  const older = to('/logs', {}, { query: { before: '2026-01-05.7' } });
  const html = render({ older, searchedBackToMs: NOON_MS });
  expect(html).toContain('No log matches so far.');
  expect(html).toContain('Searched back to <time dateTime="2026-01-05T12:00:00.000Z"');
  expect(html).toMatch(/href="\/logs\?before=2026-01-05.7"[^>]*>Search older ones</);
  const whole = render({});
  expect(whole).toContain('No log matches.');
  expect(whole).not.toContain('Searched back to');
  expect(whole).not.toContain('aria-label="Pages"');
});

it('the page of logs has 100 rows, counts and a histogram in 60 kB and 1,500 elements', () => {
  const html = render({ rows, histogram, facets, read: 5120 });
  const ofRows = html.split('<div class="log-rows')[1]!;
  expect(ofRows.length + JSON.stringify(rows).length).toBeLessThan(60_000);
  expect(html.length).toBeLessThan(60_000);
  expect(html.match(/<[a-z]/g)?.length).toBeLessThan(1500);
});

it('the page of logs shows a day once above its rows, and a row as time, level, text and facts', () => {
  const html = render({ rows: rows.slice(0, 20) });
  expect(html.match(/<h2[^>]*>2026-01-0\d</g)).toHaveLength(3);
  expect(html).toContain(
    '<time>12:00:00.000</time><i role="img" aria-label="error" class="level level-error"></i>' +
      '<bdi translate="no">Payment 0 of cart 0 was taken from the card after 3 attempts in 0 ms (queue eu-1)</bdi>' +
      '<span>cart 0 · web-0</span>',
  );
});

it('the histogram of logs links groups of buckets, and says what was not counted', () => {
  const html = render({ histogram, project: 'web' });
  expect(html.match(/aria-label="\d\d:\d\d to \d\d:\d\d: /g)).toHaveLength(12);
  expect(html).toMatch(
    /aria-label="11:05 to 11:10: 118 logs, 3 errors, 10 warnings" href="\/logs\?query=[^"]*&amp;project=web&amp;from=2026-01-05T11%3A05Z&amp;to=2026-01-05T11%3A10Z"/,
  );
  expect(html).toContain('at most 182 in 1 min');
  expect(html).not.toContain('counted back to');
  expect(render({ histogram: { ...histogram, countedFromMs: NOON_MS } })).toContain(
    'counted back to <time dateTime="2026-01-05T12:00:00.000Z"',
  );
});

it('the counts of logs narrow the search by a value or its errors, and say what they count', () => {
  const server = { facet: 'server_name', values: [['web-1', 900, 3]], more: 0 } as const;
  const level = { facet: 'level', values: [['error', 3, 3]], more: 0, isWhole: true } as const;
  const html = render({ query: '', rows, histogram, facets: [level, server], read: 900 });
  expect(html).toMatch(/href="\/logs\?query=server_name%3Aweb-1"/);
  expect(html).toMatch(
    /aria-label="Errors of web-1: 3" href="\/logs\?query=level%3A%5Berror%2C\+fatal%5D\+server_name%3Aweb-1"/,
  );
  expect(html).toMatch(/href="\/logs\?query=level%3Aerror"/);
  expect(html).toContain(
    'Level: all logs, 11:00 to 12:00. The others: the 900 logs that this page read.',
  );
});

it('an opened log links an attribute to its logs, unless a search term shadows its name', () => {
  const log = {
    atMs: NOON_MS,
    severity: 'info',
    level: 'info',
    body: 'cart loaded',
    attributes: { project: 'apollo', cart: 7 },
    shadowed: ['project'],
    ofSdk: { 'thread.id': '17' },
  } as const;
  const filter = { query: 'car', project: '', from: '-1h', to: '' };
  const html = renderToStaticMarkup(<LogFacts log={log} filter={filter} />);
  expect(html).toMatch(/<dd[^>]*><bdi translate="no">apollo<\/bdi>/);
  expect(html).toMatch(
    /href="\/logs\?query=cart%3A7\+car&amp;from=-1h"[^>]*><bdi translate="no">7</,
  );
  expect(html).toMatch(/<\/dl><details.*?From the SDK.*?<dt[^>]*>thread\.id<.*?<\/details>/);
});
