import * as http from 'node:http';
import * as https from 'node:https';
import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { toPlainHost } from './find-target.ts';

/**
 * Sends a request to one of `addresses`, which `findTarget` has checked, and follows no redirect.
 * Rejects with the error of the connection.
 */
export function requestAt(
  url: URL,
  {
    method,
    headers,
    body,
    addresses,
    signal,
  }: {
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    readonly addresses: readonly string[];
    readonly signal: AbortSignal;
  },
): Promise<http.IncomingMessage> {
  const bytes = Buffer.from(body);
  const options: https.RequestOptions = {
    method,
    protocol: url.protocol,
    hostname: toPlainHost(url.hostname),
    port: url.port,
    path: `${url.pathname}${url.search}`,
    headers: { ...(method === 'GET' ? {} : { 'Content-Length': bytes.length }), ...headers },
    // A shared connection could lead to an address that was checked under other rules.
    agent: false,
    lookup: pinTo(addresses),
    signal,
  };
  return new Promise((resolve, reject) => {
    const { request } = url.protocol === 'https:' ? https : http;
    request(options, resolve).on('error', reject).end(bytes);
  });
}

/**
 * Returns a lookup that always yields these addresses. Resolving the name again could return an
 * unchecked address.
 */
function pinTo(addresses: readonly string[]): LookupFunction {
  const pinned = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, { all }, callback) => {
    if (all) callback(null, pinned);
    else callback(null, pinned[0]!.address, pinned[0]!.family);
  };
}
