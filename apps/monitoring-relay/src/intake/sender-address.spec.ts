import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { requestHeader, senderHeader, SenderSignature } from '#persistence';
import { SystemClock } from '#shared';
import { holdLog, withLevel } from '../../test/support/hold-log.ts';
import { SenderAddress } from './sender-address.ts';

const NOW_MS = Date.UTC(2026, 0, 5, 12);
const REQUEST = 'request:178000000:0123456789abcdef01234567';
const SECRET = 'a secret of thirty-two characters';
const RENDERER = '10.0.0.2';
const clock = { nowMs: () => NOW_MS };

function arrive(headers: Record<string, string>, remoteAddress = RENDERER): IncomingMessage {
  return { headers: { ...headers }, socket: { remoteAddress } } as unknown as IncomingMessage;
}

function signed(address: string, { secret = SECRET, atMs = NOW_MS } = {}): Record<string, string> {
  return { [senderHeader]: new SenderSignature(secret).write(address, atMs) };
}

const senders = new SenderAddress({ secret: SECRET, clock });

const lines = holdLog(withLevel);

describe('SenderAddress', () => {
  it('believes the signed header of the renderer over X-Forwarded-For, and removes it', () => {
    const others = { 'x-forwarded-for': '192.0.2.66', host: 'relay' };
    const request = arrive({ ...signed('203.0.113.7'), ...others });
    expect(senders.take(request).address).toBe('203.0.113.7');
    expect(request.headers).toEqual(others);
  });

  it.each([
    ['that another secret signed', signed('203.0.113.7', { secret: 'x'.repeat(32) })],
    ['that was signed at another time', signed('203.0.113.7', { atMs: NOW_MS - 60_001 })],
    ['that is not signed', { [senderHeader]: '203.0.113.7' }],
    ['that says the renderer knows no address', signed('unknown')],
  ])('knows no sender by a header %s, since a renderer may be connected', (_, headers) => {
    const request = arrive(headers);
    expect(senders.take(request).address).toBeUndefined();
    expect(request.headers).toEqual({});
  });

  it.each([
    ['of a renderer', signed('unknown'), REQUEST],
    ['of somebody else', {}, undefined],
    ['of somebody who signs wrongly', { [senderHeader]: '203.0.113.7' }, undefined],
  ])('takes the name of the request %s, and removes it', (_, headers, name) => {
    const request = arrive({ ...headers, [requestHeader]: REQUEST });
    expect(senders.take(request).request).toEqual(name);
    expect(request.headers).toEqual({});
  });

  it('warns once an hour of a sender header that is not signed', () => {
    let nowMs = NOW_MS;
    const patient = new SenderAddress({ secret: SECRET, clock: { nowMs: () => nowMs } });
    const ask = (): unknown => patient.take(arrive({ [senderHeader]: '203.0.113.7' }));
    patient.take(arrive(signed('203.0.113.7')));
    patient.take(arrive(signed('unknown')));
    patient.take(arrive({}));
    expect(lines).toEqual([]);
    ask();
    nowMs += 3_599_999;
    ask();
    expect(lines).toEqual([expect.stringMatching(/^warn: .* the same ERRATA_SECRET/)]);
    nowMs += 1;
    patient.take(arrive(signed('203.0.113.7', { atMs: NOW_MS - 60_001 })));
    expect(lines).toEqual([expect.any(String), expect.stringMatching(/^warn: .* was paused/)]);
    ask();
    expect(lines).toHaveLength(3);
  });

  it('is the address of the connection where no renderer passed the request on', () => {
    const spoofed = { 'x-forwarded-for': '192.0.2.66', forwarded: 'for=192.0.2.66' };
    expect(senders.take(arrive(spoofed, '::ffff:198.51.100.1')).address).toBe('198.51.100.1');
  });

  it('is the address that a trusted proxy names', () => {
    const behind = new SenderAddress({ secret: SECRET, clock, trustProxy: '10.0.0.0/8' });
    const find = (named: string, by = '10.0.0.3') =>
      behind.take(arrive({ 'x-forwarded-for': named }, by)).address;
    expect(find('192.0.2.66, 203.0.113.7, 10.0.0.9')).toBe('203.0.113.7');
    expect(find('::ffff:203.0.113.7')).toBe('203.0.113.7');
    expect(find('unknown')).toBeUndefined();
    expect(find('203.0.113.7', '198.51.100.1')).toBe('198.51.100.1');
  });

  it('compares the signature with the current time', () => {
    const current = new SenderAddress({ secret: SECRET, clock: new SystemClock() });
    expect(current.take(arrive(signed('203.0.113.7', { atMs: 0 }))).address).toBeUndefined();
  });
});
