import { describe, expect, it } from '@jest/globals';
import { readAnswer } from './read-answer.ts';
import type { UpstreamAnswer } from './upstream-client.ts';

const NOW_MS = Date.UTC(2026, 0, 5, 12);

function read(
  status: number,
  { body = '', ...headers }: Partial<UpstreamAnswer['headers']> & { body?: string } = {},
  mask = (text: string): string => text,
) {
  const none = { retryAfter: undefined, rateLimits: undefined, error: undefined };
  const all = { ...none, location: undefined, ...headers };
  return readAnswer({ status, headers: all, body }, { nowMs: NOW_MS, mask });
}

describe('readAnswer', () => {
  it.each([200, 201, 202, 204])('reads status %i as sent, with JSON or an empty body', (status) => {
    expect(read(status, { body: '{"id":"a"}' })).toEqual({ kind: 'sent', limits: [] });
    expect(read(status, { body: ' \n' })).toEqual({ kind: 'sent', limits: [] });
  });

  it('reads an HTML page with status 200 as the page of a proxy', () => {
    const away = { kind: 'unavailable', isReportInDoubt: false };
    expect(read(200, { body: '<!doctype html>' })).toMatchObject(away);
  });

  it.each<[string, number, Parameters<typeof read>[1], string, number, string[]]>([
    ['beside a success', 200, { rateLimits: '10:error:key' }, 'sent', 10_000, ['error']],
    [
      'by kind',
      429,
      { rateLimits: '10:session:key', retryAfter: '99' },
      'limited',
      10_000,
      ['session'],
    ],
    ['by Retry-After', 429, { retryAfter: '99' }, 'limited', 99_000, []],
    ['for a minute', 429, {}, 'limited', 60_000, []],
  ])('reads that reports are limited %s', (_, status, traits, kind, forMs, categories) => {
    const limits = [{ forMs, categories, isOfOrganization: false }];
    expect(read(status, traits)).toEqual({ kind, limits });
  });

  it.each([400, 413, 415, 422])('reads status %i as a refusal that ends the report', (status) => {
    const detail = `status ${status}: because`;
    expect(read(status, { error: 'because' })).toEqual({ kind: 'refused', detail });
  });

  it.each([401, 403, 404, 405, 410, 301, 307])('reads status %i as a wrong setting', (status) => {
    expect(read(status)).toMatchObject({ kind: 'misconfigured' });
  });

  it('masks the error text before it cuts it', () => {
    const mask = (text: string): string => text.replaceAll('secret', '***');
    const error = `${'a'.repeat(197)}secret`;
    const detail = `status 400: ${'a'.repeat(197)}***`;
    expect(read(400, { error }, mask)).toEqual({ kind: 'refused', detail });
  });

  it('names the target of a redirect', () => {
    const moved = read(302, { location: 'https://elsewhere.example/' });
    expect(moved).toMatchObject({ detail: 'status 302: to https://elsewhere.example/' });
  });

  it.each([500, 501, 408, 502, 503, 504])(
    'reads status %i as an upstream that is away',
    (status) => {
      const isReportInDoubt = [500, 501, 408].includes(status);
      const detail = `status ${status}`;
      expect(read(status)).toEqual({ kind: 'unavailable', detail, isReportInDoubt });
    },
  );

  it('reads when to retry, in seconds or as a date', () => {
    expect(read(503, { retryAfter: '7' })).toMatchObject({ retryAfterMs: 7000 });
    const date = new Date(NOW_MS + 5000).toUTCString();
    expect(read(503, { retryAfter: date })).toMatchObject({ retryAfterMs: 5000 });
    expect(read(503, { retryAfter: 'soon' })).not.toHaveProperty('retryAfterMs');
  });
});
