import type { AddressChoice } from '#shared';
import { HIDDEN } from '../hidden.ts';
import { ADDRESS, toKeptAddress } from './hide-addresses.ts';
import { isLoopback } from './shorten-address.ts';

/** Attributes with the network address of a person, in OpenTelemetry's names. */
const NAMES = ['client.address', 'user.ip_address'];

/**
 * Matches addresses in public networks, also as sockets for both versions write them
 * (`::ffff:203.0.113.7`). Addresses of low numbers alone are left out, because versions such as
 * 4.8.0.1 look alike.
 */
const PUBLIC =
  /^(?:::(?:ffff:)?)?(?!127\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.|192\.168\.)(?:(?:1[1-9]|[2-9]\d|1\d\d|2[01]\d|22[0-3])\.|[1-9]\.(?:\d{1,3}\.){0,2}(?:1\d\d|2[0-4]\d|25[0-5])(?!\d))|^[23][\da-f]{3}:/i;
/** Matches what stands before a version, or before the host of a URL. Java writes `/203.0.113.7:5123`. */
const NO_CLIENT = /(?:[\w.-]\/|\/\/|@|\bv(?:ersion)?[ :=])$/i;

export interface LogTexts {
  body: string;
  readonly attributes: Record<string, unknown>;
}

/**
 * Shortens or removes network addresses in a log: those of the attributes for people, wherever the
 * log has them, and public ones in its text. Changes `log` itself.
 */
export function hideAddressesInLog(log: LogTexts, choice: AddressChoice): void {
  if (choice === 'keep') return;
  const { attributes } = log;
  const known = new Set<string>();
  for (const name of NAMES) {
    const address = attributes[name];
    if (typeof address !== 'string') continue;
    known.add(address);
    const kept = toKeptAddress(address, choice);
    if (kept) attributes[name] = kept;
    else delete attributes[name];
  }
  const hide = (address: string) =>
    isLoopback(address) ? address : (toKeptAddress(address, choice) ?? HIDDEN);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value !== 'string' || known.size === 0) continue;
    attributes[name] = value.replace(ADDRESS, (each) => (known.has(each) ? hide(each) : each));
  }
  log.body = log.body.replace(ADDRESS, (each, at: number, text: string) => {
    const isPublic = PUBLIC.test(each) && !NO_CLIENT.test(text.slice(Math.max(0, at - 10), at));
    return known.has(each) || isPublic ? hide(each) : each;
  });
}
