import { isLoopback } from '../scrubbing/addresses/shorten-address.ts';
import { HIDDEN } from '../scrubbing/hidden.ts';
import { fieldLimits } from '../json/field-limits.ts';
import { type JsonObject, readArray, readObject, readPairs, readText } from '../json/shape.ts';

/** What SDKs send to have the receiver fill in the address. */
const AUTO_ADDRESS = '{{auto}}';

/** SDKs that run where the user is, by a part of their names: the sender of their events is the user. */
const AT_THE_USER =
  /^sentry\.(?:javascript\.(?!node|nestjs|bun|deno|aws|google-cloud|cloudflare|vercel)|cocoa|swift|java\.android|android|dart|flutter|native\.android|unity)/;

/** Platforms of the same, for SDKs that do not say their name. */
const USER_PLATFORMS: ReadonlySet<unknown> = new Set([
  'javascript',
  'cocoa',
  'objc',
  'swift',
  'dart',
]);

/**
 * The network address of an event's user: what the SDK says, else who sent the request that the event is of, else who
 * sent the event, where that is the user. Undefined where the SDK says that there is to be none, and of this machine.
 */
export function findAddress(
  event: JsonObject,
  senderAddress: string | undefined,
): string | undefined {
  const found = findSource(event);
  const address = found === 'sender' ? senderAddress : found?.address;
  return address === undefined || isLoopback(address) ? undefined : address;
}

/** Whether the address of the sender is that of the event's user. */
export function takesSender(event: JsonObject): boolean {
  return findSource(event) === 'sender';
}

function findSource(event: JsonObject): 'sender' | { readonly address: string } | undefined {
  const { ip_address: given } = readObject(event['user']) ?? {};
  const sdk = readObject(event['sdk']);
  // By the setting of newer SDKs, whose `never` counts before all else; older ones have the user say it.
  const setting = readObject(sdk?.['settings'])?.['infer_ip'];
  const address = readText(given, fieldLimits.user);
  if (address !== undefined && address !== AUTO_ADDRESS) return { address };
  if (setting === 'never' || given === null) return undefined;
  const requester = findRequester(event);
  if (requester !== undefined) return { address: requester };
  // `auto` asks for no more than that: SDKs of servers set it, too, and they send what no request led to themselves.
  return address === AUTO_ADDRESS || isAtUser(event) ? 'sender' : undefined;
}

/**
 * Whether it is of a browser, a phone or another device of the user. SDKs such as that of Next.js have one name in browsers and
 * on servers: there the platform is Node. Electron is at the user.
 */
export function isAtUser({ platform, sdk }: JsonObject): boolean {
  const sdkName = readObject(sdk)?.['name'];
  if (typeof sdkName !== 'string') return USER_PLATFORMS.has(platform);
  const isServer = platform === 'node' && !sdkName.startsWith('sentry.javascript.electron');
  return !isServer && AT_THE_USER.test(sdkName);
}

/** Of the request that a server was answering. */
function findRequester(event: JsonObject): string | undefined {
  const request = readObject(event['request']);
  if (!request) return undefined;
  const forwarded = readPairs(request['headers']).find(
    ([name]) => typeof name === 'string' && name.toLowerCase() === 'x-forwarded-for',
  )?.[1];
  const first = readText(readArray(forwarded)?.[0] ?? forwarded, fieldLimits.headerValue);
  const found =
    first?.split(',', 1)[0]!.trim() ||
    readText(readObject(request['env'])?.['REMOTE_ADDR'], fieldLimits.user);
  return found === HIDDEN ? undefined : found;
}
