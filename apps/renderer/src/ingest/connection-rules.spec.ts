import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { createConnectionRules } from './connection-rules.ts';

const rules = createConnectionRules('/errata');

describe('malformed and late requests', () => {
  it.each(['/api/1/envelope/?sentry_key=a', '/errata/api/x', '/monitoring', undefined])(
    'are refused in the form of a report at %s',
    (url) => {
      expect(rules.refuse('request.malformed', url)).toMatchObject({
        headers: {
          'Access-Control-Allow-Origin': '*',
          'Content-Type': 'application/json',
          'X-Sentry-Error': 'The request is not valid HTTP.',
        },
      });
    },
  );

  it.each(['/', '/issues?x=/api/1/envelope/', '/errata/people'])(
    'are refused with a line of text at %s',
    (url) => {
      const { headers, body } = rules.refuse('request.late', url);
      expect(headers).not.toHaveProperty('Access-Control-Allow-Origin');
      expect(body).toBe('The request did not arrive in time.\n');
    },
  );
});

it.each([
  ['POST', '/errata/api/1/envelope/?sentry_key=a', true],
  ['POST', '/monitoring', true],
  ['OPTIONS', '/monitoring', false],
  ['POST', '/monitoring/x', false],
  ['POST', '/sign-in', false],
])('the connection rules leave the time of %s %s to the relay: %s', (method, url, isWatched) => {
  expect(rules.watches({ method, url } as IncomingMessage)).toBe(isWatched);
});
