import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { toPrintableLine } from '#shared';

const MOST_NAME_LENGTH = 60;
const CLIENT = /\bsentry_client=(?<client>[^,&\s]+)/;

export function findSdk({ headers, url = '' }: Pick<IncomingMessage, 'headers' | 'url'>): string {
  const { authorization = '', 'user-agent': agent = '' } = headers;
  const places = [String(headers['x-sentry-auth'] ?? ''), authorization, url];
  const client = places
    .map((place) => CLIENT.exec(place)?.groups?.['client'])
    .find((each) => each !== undefined);
  const [name = ''] = (client ?? agent).split(/[/\s%]/, 1);
  return toPrintableLine(name).slice(0, MOST_NAME_LENGTH);
}

/**
 * Returns the network of an address, an IPv4 /24 or IPv6 /48, because a network identifies no
 * person. Returns an empty text without an address.
 */
export function toNetwork(address: string | undefined): string {
  switch (isIP(address ?? '')) {
    case 4:
      return `${address!.split('.').slice(0, 3).join('.')}.0/24`;
    case 6:
      return `${toGroups(address!).slice(0, 3).join(':')}::/48`;
    default:
      return '';
  }
}

function toGroups(address: string): string[] {
  const [plain = ''] = address.split('%', 1);
  const [head = '', tail] = plain.split('::').map((part) => part);
  const before = head === '' ? [] : head.split(':');
  const after = !tail ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  return [...before, ...Array.from({ length: zeros }, () => '0'), ...after];
}
