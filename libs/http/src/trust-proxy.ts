import { isIP } from 'node:net';
import proxyAddr from 'proxy-addr';

const NAMES = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** What Express takes as `trust proxy`: a number of hops, or names, addresses and subnets. */
export type TrustProxy = string | number;

/** Of a text that `isTrustProxy` takes. */
export function toTrustProxy(text: string): TrustProxy {
  return /^\d+$/.test(text) ? Number(text) : text;
}

export function isTrustProxy(text: string): boolean {
  if (/^\d{1,3}$/.test(text)) return true;
  return text.split(',').every((part) => isProxy(part.trim()));
}

/** Whether a hop of a request is trusted, as Express decides it: by its address, and how far from the server it is. */
export function createTrust(trustProxy: TrustProxy): (address: string, hop: number) => boolean {
  if (typeof trustProxy === 'number') return (_address, hop) => hop < trustProxy;
  return proxyAddr.compile(trustProxy.split(',').map((part) => part.trim()));
}

function isProxy(text: string): boolean {
  if (NAMES.has(text)) return true;
  const address = /^(?<address>[^/]+)(?:\/\d{1,3})?$/.exec(text)?.groups?.['address'];
  return isIP(address ?? '') !== 0 && isCompiled(text);
}

/** Not all that are addresses, and have a number behind them, are taken: not `0.0.0.0/0`. */
function isCompiled(text: string): boolean {
  try {
    proxyAddr.compile(text);
    return true;
  } catch {
    return false;
  }
}
