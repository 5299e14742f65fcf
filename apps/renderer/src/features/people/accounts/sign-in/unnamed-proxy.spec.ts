import { describe, expect, it } from '@jest/globals';
import type { Request } from 'express';
import { findLoopbackPeer, findUnnamedProxy } from './unnamed-proxy.ts';

const HERE = 'http://localhost:3000';
const CONSOLE = 'http://errata.example';
const SECURE = 'https://errata.example';
const VIA = { host: 'errata.example', via: '1.1 proxy' };

interface Traits {
  readonly peer?: string;
  readonly headers?: Record<string, string>;
  readonly httpVersion?: string;
  readonly ips?: string[];
  readonly secure?: boolean;
  readonly trustsProxy?: boolean;
}

function request(traits: Traits): Request {
  const { peer = '192.0.2.7', headers = { host: 'errata.example' }, ...rest } = traits;
  const defaults = { httpVersion: '1.1', ips: [], secure: false };
  const socket = { remoteAddress: peer };
  return { ...defaults, ...rest, headers, socket } as unknown as Request;
}

describe('findUnnamedProxy', () => {
  it.each<readonly [string, string, Traits]>([
    ['a visitor', CONSOLE, {}],
    ['a visitor in the local network', CONSOLE, { peer: '10.0.0.5' }],
    ['a visitor on this machine', HERE, { peer: '127.0.0.1', headers: { host: '127.0.0.1:3000' } }],
    ['a visitor over TLS', SECURE, { secure: true }],
    ['a visitor behind a named proxy', SECURE, { peer: '127.0.0.1', ips: ['192.0.2.7'] }],
    ['a visitor who sends Via', CONSOLE, { peer: '10.0.0.5', headers: VIA, trustsProxy: true }],
  ])('finds no proxy in a request of %s', (_who, publicUrl, { trustsProxy, ...traits }) => {
    expect(findUnnamedProxy(request(traits), { publicUrl, trustsProxy })).toBeUndefined();
  });

  it.each<readonly [string, string, Traits]>([
    ['sends X-Forwarded-For', CONSOLE, { headers: { 'x-forwarded-for': '192.0.2.7' } }],
    ['sends Via', HERE, { headers: { ...VIA, host: 'localhost:3000' } }],
    ['speaks HTTP/1.0', HERE, { headers: { host: '127.0.0.1:3000' }, httpVersion: '1.0' }],
    ['ends TLS', SECURE, {}],
    ['asks for another host', CONSOLE, { headers: { host: '127.0.0.1:3000' } }],
    ['passes the host on', HERE, { headers: { host: 'errata.example' } }],
  ])('finds a proxy on this machine that %s', (_sign, publicUrl, traits) => {
    const asked = request({ ...traits, peer: '::ffff:127.0.0.1' });
    const proxy = findUnnamedProxy(asked, { publicUrl });
    expect(proxy).toEqual({ address: '127.0.0.1', isOurs: true });
  });

  it.each([
    ['172.18.0.1', true],
    ['fd00::1', true],
    ['::1', true],
    ['203.0.113.9', false],
    ['2001:db8::1', false],
  ])('tells whether the proxy %s stands in a private network: %s', (peer, isOurs) => {
    const asked = request({ peer, headers: { 'x-forwarded-for': '192.0.2.7' } });
    expect(findUnnamedProxy(asked, { publicUrl: CONSOLE })).toEqual({ address: peer, isOurs });
  });
});

it.each([
  ['127.0.0.1', '127.0.0.1'],
  ['::ffff:127.0.0.1', '127.0.0.1'],
  ['::1', '::1'],
  ['10.0.0.5', undefined],
])('findLoopbackPeer names the loopback address that a request comes from: %s', (peer, found) => {
  expect(findLoopbackPeer(request({ peer }))).toBe(found);
});
