import { isIP } from 'node:net';
import proxyAddr from 'proxy-addr';

const NAMES = new Set(['loopback', 'linklocal', 'uniquelocal']);

export type TrustProxy = string | number;

/** Call this only with a text that `isTrustProxy` accepts. */
export function toTrustProxy(text: string): TrustProxy {
  return /^\d+$/.test(text) ? Number(text) : text;
}

export function isTrustProxy(text: string): boolean {
  if (/^\d{1,3}$/.test(text)) return true;
  return text.split(',').every((part) => isProxy(part.trim()));
}

/**
 * Creates a function that decides, as Express does, whether to trust a proxy by its address and its
 * distance from the server.
 */
export function createTrust(trustProxy: TrustProxy): (address: string, hop: number) => boolean {
  if (typeof trustProxy === 'number') return (_address, hop) => hop < trustProxy;
  return proxyAddr.compile(trustProxy.split(',').map((part) => part.trim()));
}

function isProxy(text: string): boolean {
  if (NAMES.has(text)) return true;
  const address = /^(?<address>[^/]+)(?:\/\d{1,3})?$/.exec(text)?.groups?.['address'];
  return isIP(address ?? '') !== 0 && isCompiled(text);
}

/** `proxy-addr` rejects some subnets, such as `0.0.0.0/0`. */
function isCompiled(text: string): boolean {
  try {
    proxyAddr.compile(text);
    return true;
  } catch {
    return false;
  }
}
