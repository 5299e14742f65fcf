import { describe, expect, it } from '@jest/globals';
import { reportLimits } from '#shared';
import { readSecurityReports } from './read-security-reports.ts';

const url = 'https://shop.example/';
const legacy = { 'csp-report': { 'document-uri': url, 'blocked-uri': 'inline' } };
const current = { type: 'csp-violation', url, body: { blockedURL: 'eval' } };
const deprecation = { type: 'deprecation', body: {} };

const read = (value: unknown) => readSecurityReports(Buffer.from(JSON.stringify(value)));

describe('readSecurityReports', () => {
  it.each([
    ['a report of report-uri', legacy, [legacy], 0],
    ['a report of the Reporting API', current, [current], 0],
    ['a list of reports', [current, legacy, current], [current, legacy, current], 0],
    ['an empty list', [], [], 0],
    ['a list with other values', [deprecation, current, null, 7], [current], 3],
    ['a report of another kind', { 'expect-ct-report': {} }, [], 1],
    ['a violation without a body', { type: 'csp-violation', body: [] }, [], 1],
  ])('reads %s', (_, sent, kept, others) => {
    const found = read(sent);
    expect(found).toMatchObject({ ok: true, others });
    expect(found.ok && found.reports.map((report) => JSON.parse(report.toString()))).toEqual(kept);
  });

  it.each([
    ['nothing', ''],
    ['text', 'hello'],
    ['a number', '7'],
    ['a list that is nested too deep', `${'['.repeat(65)}${']'.repeat(65)}`],
  ])('refuses %s as malformed', (_, body) => {
    expect(readSecurityReports(Buffer.from(body))).toMatchObject({ code: 'envelope.malformed' });
  });

  it('refuses a list of more reports than the limit of items', () => {
    const list = (length: number) => read(Array.from({ length }, () => current));
    expect(list(reportLimits.items)).toMatchObject({ ok: true });
    expect(list(reportLimits.items + 1)).toMatchObject({ code: 'report.too_large' });
  });
});
