import { isIP } from 'node:net';

const NAMES = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** What Express takes as `trust proxy`: a number of hops, or names, addresses and subnets. */
export function toTrustProxy(text: string): string | number {
  return /^\d+$/.test(text) ? Number(text) : text;
}

export function isTrustProxy(text: string): boolean {
  if (/^\d{1,3}$/.test(text)) return true;
  return text.split(',').every((part) => isProxy(part.trim()));
}

function isProxy(text: string): boolean {
  if (NAMES.has(text)) return true;
  const groups = /^(?<address>[^/]+)(?:\/(?<bits>\d{1,3}))?$/.exec(text)?.groups;
  const version = isIP(groups?.['address'] ?? '');
  return version !== 0 && Number(groups?.['bits'] ?? 0) <= (version === 4 ? 32 : 128);
}
