import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import express from 'express';
import { createClientAddress } from './client-address.ts';
import { toTrustProxy } from './trust-proxy.ts';

function arrive(remoteAddress: string | undefined, forwardedFor?: string): IncomingMessage {
  const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor };
  return { headers, socket: { remoteAddress } } as unknown as IncomingMessage;
}

function find(trustProxy: string | undefined, request: IncomingMessage): string | undefined {
  return createClientAddress(trustProxy === undefined ? undefined : toTrustProxy(trustProxy))(
    request,
  );
}

describe('createClientAddress', () => {
  it('finds the connected peer, whatever its headers say, as long as no proxy is trusted', () => {
    expect(find(undefined, arrive('198.51.100.1', '203.0.113.7'))).toBe('198.51.100.1');
    expect(find(undefined, arrive('::ffff:127.0.0.1', '203.0.113.7'))).toBe('127.0.0.1');
    expect(find('0', arrive('198.51.100.1', '203.0.113.7'))).toBe('198.51.100.1');
  });

  it('finds the client that a trusted proxy names, and otherwise the connected peer', () => {
    expect(find('10.0.0.0/8', arrive('10.0.0.3', '203.0.113.7'))).toBe('203.0.113.7');
    expect(find('10.0.0.0/8', arrive('::ffff:10.0.0.3', '203.0.113.7'))).toBe('203.0.113.7');
    expect(find('10.0.0.0/8', arrive('198.51.100.1', '203.0.113.7'))).toBe('198.51.100.1');
    expect(find('10.0.0.0/8', arrive('10.0.0.3'))).toBe('10.0.0.3');
  });

  it('finds the last client before several proxies, not the address that this client names', () => {
    const header = '192.0.2.66, 203.0.113.7, 10.0.0.9';
    expect(find('10.0.0.0/8', arrive('10.0.0.3', header))).toBe('203.0.113.7');
    expect(find('2', arrive('10.0.0.3', header))).toBe('203.0.113.7');
    expect(find('1', arrive('10.0.0.3', header))).toBe('10.0.0.9');
    expect(find('loopback, uniquelocal', arrive('127.0.0.1', header))).toBe('203.0.113.7');
  });

  it('finds nobody when a trusted proxy names no address, or the connection has gone', () => {
    expect(find('10.0.0.0/8', arrive('10.0.0.3', 'unknown'))).toBeUndefined();
    expect(find('10.0.0.0/8', arrive(undefined, '203.0.113.7'))).toBeUndefined();
  });

  it.each(['1', '2', '3', 'loopback', 'loopback,10.0.0.0/8', '10.0.0.0/8, 203.0.113.7', '::1'])(
    'agrees with Express where TRUST_PROXY is %s',
    (setting) => {
      const app = express().set('trust proxy', toTrustProxy(setting));
      for (const peer of ['127.0.0.1', '10.0.0.3', '203.0.113.7', '::1']) {
        for (const header of [undefined, '192.0.2.66', '192.0.2.66, 203.0.113.7,10.0.0.9']) {
          const request = Object.assign(Object.create(app.request), arrive(peer, header), { app });
          expect(find(setting, arrive(peer, header))).toBe(request.ip);
        }
      }
    },
  );
});
