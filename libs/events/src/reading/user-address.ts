import { isLoopback } from '../scrubbing/addresses/shorten-address.ts';
import { HIDDEN } from '../scrubbing/hidden.ts';
import { fieldLimits } from '../json/field-limits.ts';
import { type JsonObject, readArray, readObject, findHeader, readText } from '../json/shape.ts';

/**
 * SDKs send this text in place of an address, so that the receiver fills in the sender's address.
 */
const AUTO_ADDRESS = '{{auto}}';

/** Names of SDKs that run on the user's device, so the sender of their events is the user. */
const AT_THE_USER =
  /^sentry\.(?:javascript\.(?!node|nestjs|bun|deno|aws|google-cloud|cloudflare|vercel)|cocoa|swift|java\.android|android|dart|flutter|native\.android|unity)/;

/** Platforms of SDKs that run on the user's device, for events whose SDK does not say its name. */
const USER_PLATFORMS: ReadonlySet<unknown> = new Set([
  'javascript',
  'cocoa',
  'objc',
  'swift',
  'dart',
]);

/**
 * Returns the network address of an event's user. Takes the address that the SDK sent, or else the
 * client's address in the event's request. Takes the sender's address only when the sender is the
 * user or the SDK asks for it. Returns undefined for loopback addresses, and when the SDK asks for
 * no address.
 */
export function findAddress(
  event: JsonObject,
  senderAddress: string | undefined,
): string | undefined {
  const found = findSource(event);
  const address = found === 'sender' ? senderAddress : found?.address;
  return address === undefined || isLoopback(address) ? undefined : address;
}

export function isSenderUser(event: JsonObject): boolean {
  return findSource(event) === 'sender';
}

function findSource(event: JsonObject): 'sender' | { readonly address: string } | undefined {
  const { ip_address: given } = readObject(event['user']) ?? {};
  const sdk = readObject(event['sdk']);
  // Newer SDKs send the setting `infer_ip`. Older SDKs put null or `{{auto}}` into
  // `user.ip_address`. An explicit address wins over both.
  const setting = readObject(sdk?.['settings'])?.['infer_ip'];
  const address = readText(given, fieldLimits.user);
  if (address !== undefined && address !== AUTO_ADDRESS) return { address };
  if (setting === 'never' || given === null) return undefined;
  const requester = findRequester(event);
  if (requester !== undefined) return { address: requester };
  // `infer_ip: 'auto'` alone is not enough, because SDKs on servers send it too. The sender of
  // their events is the server, not the user.
  return address === AUTO_ADDRESS || isAtUser(event) ? 'sender' : undefined;
}

/**
 * True when the event comes from a browser, a phone or another device of the user. Some SDKs, such
 * as that of Next.js, have the same name in browsers and on servers; on servers, their platform is
 * `node`. Electron's platform is `node` too, but Electron runs on the user's device.
 */
export function isAtUser({ platform, sdk }: JsonObject): boolean {
  const sdkName = readObject(sdk)?.['name'];
  if (typeof sdkName !== 'string') return USER_PLATFORMS.has(platform);
  const isServer = platform === 'node' && !sdkName.startsWith('sentry.javascript.electron');
  return !isServer && AT_THE_USER.test(sdkName);
}

function findRequester(event: JsonObject): string | undefined {
  const request = readObject(event['request']);
  if (!request) return undefined;
  const forwarded = findHeader(request['headers'], 'x-forwarded-for');
  const first = readText(readArray(forwarded)?.[0] ?? forwarded, fieldLimits.headerValue);
  const found =
    first?.split(',', 1)[0]!.trim() ||
    readText(readObject(request['env'])?.['REMOTE_ADDR'], fieldLimits.user);
  return found === HIDDEN ? undefined : found;
}
