import type { NormalisedEvent } from '#shared';
import { fieldLimits } from '../json/field-limits.ts';
import { withoutUndefined } from '../json/present.ts';
import { type JsonObject, readObject, readText } from '../json/shape.ts';

/** What SDKs send to have the receiver fill in the address. */
const AUTO_ADDRESS = '{{auto}}';

/** The user of an event, with the address of who sent it where the event asks for that. */
export function normaliseUser(
  event: JsonObject,
  senderAddress: string | undefined,
): NormalisedEvent['user'] {
  const source = readObject(event['user']) ?? {};
  const user = withoutUndefined({
    id: readText(source['id'], fieldLimits.user),
    email: readText(source['email'], fieldLimits.user),
    username: readText(source['username'], fieldLimits.user),
    ipAddress: isAskedFor(event, source)
      ? senderAddress
      : withoutAuto(readText(source['ip_address'], fieldLimits.user)),
  });
  return Object.keys(user).length === 0 ? undefined : user;
}

/** Whether the address of the sender is that of the event's user, which the sender leaves to the receiver to fill in. */
export function takesSender(event: JsonObject): boolean {
  return isAskedFor(event, readObject(event['user']) ?? {});
}

/**
 * By the setting of newer SDKs, whose `never` counts before all else; older ones have the user say it. A user whose address is
 * `null` is one that is to have none.
 */
function isAskedFor(event: JsonObject, { ip_address: address }: JsonObject): boolean {
  const setting = readObject(readObject(event['sdk'])?.['settings'])?.['infer_ip'];
  if (setting === 'never') return false;
  return address === AUTO_ADDRESS || (address === undefined && setting === 'auto');
}

function withoutAuto(address: string | undefined): string | undefined {
  return address === AUTO_ADDRESS ? undefined : address;
}
