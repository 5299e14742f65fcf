import { describe, expect, it } from '@jest/globals';
import { isIngestPath } from './ingest-paths.ts';

describe('isIngestPath', () => {
  it.each([
    '/monitoring',
    '/monitoring/',
    '/api/1/envelope',
    '/api/1/envelope/',
    '/api/12/store/',
    '//api/12//envelope//',
    '//monitoring',
    '/api/12/security/',
    '/api/12/csp-report/',
    `/api/1/events/${'a'.repeat(32)}/attachments/`,
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
    '/api/1/',
    '/api/1/events/1/attachments/',
    '/x/monitoring',
    `/api/${'1'.repeat(16)}/envelope/`,
  ])('leaves %s alone', (path) => {
    expect(isIngestPath(path)).toBe(false);
  });
});
