import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { toReading } from './metrics-reader.ts';

const TOKEN = 'a token of the specs';

function requestWith(headers: Record<string, string>): IncomingMessage {
  const socket = { remoteAddress: '127.0.0.1' };
  const all = { host: 'localhost:3000', ...headers };
  return { headers: all, socket, httpVersion: '1.1' } as unknown as IncomingMessage;
}

describe('the metrics where no token is set', () => {
  it.each([{}, { authorization: 'Bearer undefined' }, { authorization: 'Bearer ' }])(
    'are read by nobody, this machine included: %j',
    (headers) => {
      expect(toReading(requestWith(headers as Record<string, string>), undefined)).toBe(
        'not found',
      );
    },
  );
});

describe('the metrics with a token', () => {
  const read = (headers: Record<string, string>) => toReading(requestWith(headers), TOKEN);

  it('are read from anywhere with the token', () => {
    expect(read({ authorization: `Bearer ${TOKEN}`, host: 'relay:3001' })).toBe('allowed');
  });

  it('are read with the name of the scheme in any case', () => {
    for (const scheme of ['bearer', 'BEARER', 'Bearer ']) {
      expect(read({ authorization: `${scheme} ${TOKEN}` })).toBe('allowed');
    }
  });

  it('are refused as “wrong token” when the token is wrong', () => {
    const wrong = ['x', `${TOKEN}x`, ` ${TOKEN} `, ''].map((token) => `Bearer ${token}`);
    for (const authorization of [...wrong, TOKEN, `Bearer${TOKEN}`, `Basic ${TOKEN}`]) {
      expect(read({ authorization })).toBe('wrong token');
    }
  });

  it('are not read by this machine without the token', () => {
    expect(read({})).toBe('not found');
  });
});
