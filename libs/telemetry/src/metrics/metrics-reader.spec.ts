import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { toReading } from './metrics-reader.ts';

const TOKEN = 'a token of the specs';

function requestWith(
  headers: Record<string, string>,
  remoteAddress = '127.0.0.1',
): IncomingMessage {
  const all = { host: 'localhost:3000', ...headers };
  return { headers: all, socket: { remoteAddress } } as unknown as IncomingMessage;
}

describe('who reads the metrics without a token', () => {
  const read = (request: IncomingMessage, isOpenToThisMachine = true) =>
    toReading(request, { isOpenToThisMachine });

  it.each(['127.0.0.1', '127.0.0.9', '::1', '::ffff:127.0.0.1'])('is %s', (address) => {
    expect(read(requestWith({}, address))).toBe('allowed');
  });

  it.each(['10.0.0.5', '172.18.0.2', '203.0.113.7', '::ffff:10.0.0.5', '2001:db8::1'])(
    'is not %s',
    (address) => {
      expect(read(requestWith({}, address))).toBe('not found');
    },
  );

  it.each(['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'])(
    'is not whoever a proxy on this machine asks for, told by %s',
    (header) => {
      expect(read(requestWith({ [header]: '203.0.113.7' }))).toBe('not found');
    },
  );

  it('is not whoever a proxy on this machine asks for by HTTP 1.0', () => {
    expect(read(Object.assign(requestWith({}), { httpVersion: '1.1' }))).toBe('allowed');
    expect(read(Object.assign(requestWith({}), { httpVersion: '1.0' }))).toBe('not found');
  });

  it('is not a page whose name was pointed at this machine', () => {
    expect(read(requestWith({ host: 'evil.example:3000' }))).toBe('not found');
    expect(read(requestWith({ host: '127.0.0.1.evil.example' }))).toBe('not found');
  });

  it('is nobody where a proxy may stand before it', () => {
    expect(read(requestWith({}), false)).toBe('not found');
  });
});

describe('who reads the metrics with a token', () => {
  const read = (headers: Record<string, string>, address?: string) =>
    toReading(requestWith(headers, address), { token: TOKEN, isOpenToThisMachine: true });

  it('is whoever sends it, from anywhere', () => {
    const headers = { authorization: `Bearer ${TOKEN}`, host: 'relay:3001' };
    expect(read(headers, '10.0.0.5')).toBe('allowed');
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
