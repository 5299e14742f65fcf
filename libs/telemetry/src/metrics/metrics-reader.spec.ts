import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { toReading } from './metrics-reader.ts';

const TOKEN = 'a token of the specs';

function requestWith(headers: Record<string, string>): IncomingMessage {
  const socket = { remoteAddress: '127.0.0.1' };
  const all = { host: 'localhost:3000', ...headers };
  return { headers: all, socket, httpVersion: '1.1' } as unknown as IncomingMessage;
}

describe('who reads the metrics where no token is set', () => {
  it.each([{}, { authorization: 'Bearer undefined' }, { authorization: 'Bearer ' }])(
    'is nobody, this machine included: %j',
    (headers) => {
      expect(toReading(requestWith(headers as Record<string, string>), undefined)).toBe(
        'not found',
      );
    },
  );
});

describe('who reads the metrics with a token', () => {
  const read = (headers: Record<string, string>) => toReading(requestWith(headers), TOKEN);

  it('is whoever sends it, from anywhere', () => {
    expect(read({ authorization: `Bearer ${TOKEN}`, host: 'relay:3001' })).toBe('allowed');
  });

  it('may write the name of the scheme as it likes', () => {
    for (const scheme of ['bearer', 'BEARER', 'Bearer ']) {
      expect(read({ authorization: `${scheme} ${TOKEN}` })).toBe('allowed');
    }
  });

  it('is told when it is wrong', () => {
    const wrong = ['x', `${TOKEN}x`, ` ${TOKEN} `, ''].map((token) => `Bearer ${token}`);
    for (const authorization of [...wrong, TOKEN, `Bearer${TOKEN}`, `Basic ${TOKEN}`]) {
      expect(read({ authorization })).toBe('wrong token');
    }
  });

  it('is not this machine by itself', () => {
    expect(read({})).toBe('not found');
  });
});
