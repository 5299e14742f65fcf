import type { NormalisedEvent } from '#shared';
import { fieldLimits } from './field-limits.ts';
import { withoutUndefined } from './present.ts';
import { readObject, readText } from './shape.ts';

/** What SDKs send to have the receiver fill in the address, which this relay does not do. */
const AUTO_ADDRESS = '{{auto}}';

export function normaliseUser(value: unknown): NormalisedEvent['user'] {
  const source = readObject(value);
  if (!source) return undefined;
  const ipAddress = readText(source['ip_address'], fieldLimits.user);
  const user = withoutUndefined({
    id: readText(source['id'], fieldLimits.user),
    email: readText(source['email'], fieldLimits.user),
    username: readText(source['username'], fieldLimits.user),
    ipAddress: ipAddress === AUTO_ADDRESS ? undefined : ipAddress,
  });
  return Object.keys(user).length === 0 ? undefined : user;
}
