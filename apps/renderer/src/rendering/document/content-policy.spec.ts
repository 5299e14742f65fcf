import { describe, expect, it } from '@jest/globals';
import { toDirectives } from './content-policy.ts';
import type { ContentSources } from './content-policy.ts';

const direct = (contentSources: ContentSources, development = false) =>
  toDirectives({ nonce: 'abc', contentSources, development });

describe('the Content-Security-Policy', () => {
  it('allows scripts and styles from the own origin or with the nonce alone', () => {
    const directives = direct({});
    expect(directives['script-src']).toEqual(["'self'", "'nonce-abc'"]);
    expect(directives['style-src']).toEqual(["'self'", "'nonce-abc'"]);
    expect(directives['default-src']).toEqual(["'none'"]);
    expect(JSON.stringify(directives)).not.toContain('unsafe');
  });

  it('adds the sources of a product to each directive, also to a new directive', () => {
    const directives = direct({
      'img-src': ['https://images.example'],
      'frame-src': ['https://player.example'],
      'frame-ancestors': ['https://intranet.example'],
    });
    expect(directives).toMatchObject({
      'img-src': ["'self'", 'data:', 'https://images.example'],
      'frame-src': ['https://player.example'],
      'frame-ancestors': ['https://intranet.example'],
    });
    expect(Object.keys(direct({}))).not.toContain('frame-src');
  });

  it('has directives of a product that the platform does not set, also those without values', () => {
    const added = { 'report-to': ['csp'], 'upgrade-insecure-requests': [] };
    expect(direct(added)).toEqual({ ...direct({}), ...added });
  });

  it('is the same in development, except for the connections of live updates', () => {
    const added = { 'connect-src': ["'self'", 'ws:'], 'worker-src': ["'self'", 'blob:'] };
    expect(direct({}, true)).toEqual({ ...direct({}), ...added });
  });
});
