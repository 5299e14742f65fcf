import { describe, expect, it } from '@jest/globals';
import { isIngestArea, isIngestPath } from './ingest-paths.ts';

describe('isIngestPath', () => {
  it.each([
    '/monitoring',
    '/monitoring/',
    '/api/1/envelope',
    '/api/1/envelope/',
    '/api/12/store/',
    '//api/12//envelope//',
    '/API/12/Envelope/',
    '/Monitoring',
    '//monitoring',
    '/api/12/security/',
    '/api/12/csp-report/',
    '/api/12/minidump/',
    '/api/12/nel/',
    '/api/12/integration/otlp/v1/logs',
    '//api/12//integration/otlp/v1/traces/',
    `/api/1/events/${'a'.repeat(32)}/attachments/`,
    `/api/1/cron/nightly-backup/${'a'.repeat(32)}/`,
    '/api/1/cron/nightly%20backup/abc',
    '/api/embed/error-page/',
    '//api/embed/error-page',
  ])('takes %s', (path) => {
    expect(isIngestPath(path)).toBe(true);
  });

  it.each([
    '/',
    '/issues',
    '/monitoring/x',
    '/monitorings',
    '/api/app/envelope/',
    '/api/1/envelope/x',
    '/api/app/minidump/',
    '/api/1/integration/otlp/v1/profiles',
    '/api/1/',
    '/api/embed/',
    '/api/1/embed/error-page/',
    '/api/1/events/1/attachments/',
    '/x/monitoring',
    '/api/app/cron/nightly/abc/',
    '/api/1/cron/',
    '/api/1/cron/nightly/abc/x',
    `/api/${'1'.repeat(16)}/envelope/`,
  ])('leaves %s alone', (path) => {
    expect(isIngestPath(path)).toBe(false);
  });
});

describe('isIngestArea', () => {
  it.each([
    [true, '/api /api/ /api/app/envelope/ //API/1/other /api/00/x /monitoring/x'],
    [false, '/ /issues /apis/1 /monitorings /x/api/1/envelope/ /api/0 /api/0/x/'],
  ])('is %s for each of %s', (expected, paths) => {
    const isOther = (path: string) => isIngestArea(path) !== expected;
    expect(paths.split(' ').filter(isOther)).toEqual([]);
  });
});
