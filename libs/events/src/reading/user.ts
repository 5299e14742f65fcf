import type { EventUser, JsonValue } from '#shared';
import { fieldLimits, jsonLimits } from '../json/field-limits.ts';
import { JsonBudget } from '../json/json-budget.ts';
import type { CutNotes } from '../json/cut-notes.ts';
import { withoutUndefined } from '../json/present.ts';
import { type JsonObject, readObject, readText } from '../json/shape.ts';
import { findAddress } from './user-address.ts';

export function readUserIdentity(
  event: JsonObject,
  senderAddress: string | undefined,
): Pick<EventUser, 'id' | 'email' | 'username' | 'name' | 'ipAddress'> {
  const source = readObject(event['user']) ?? {};
  return withoutUndefined({
    id: readText(source['id'], fieldLimits.user),
    email: readText(source['email'], fieldLimits.user),
    username: readText(source['username'], fieldLimits.user),
    name: readText(source['name'], fieldLimits.user),
    ipAddress: findAddress(event, senderAddress),
  });
}

const KNOWN = new Set(['id', 'email', 'username', 'name', 'ip_address', 'geo', 'data']);

/**
 * Returns everything that was sent about the user. Adds the sender's address when the event asks
 * for it.
 */
export function readUser(
  event: JsonObject,
  senderAddress: string | undefined,
  notes: CutNotes,
): EventUser | undefined {
  const source = readObject(event['user']) ?? {};
  const budget = new JsonBudget(jsonLimits.user, 'user', notes);
  // Older SDKs put an application's own fields beside the known ones.
  const others = Object.entries(source).filter(([name]) => !KNOWN.has(name));
  const data = budget.copyObject({ ...readObject(source['data']), ...Object.fromEntries(others) });
  for (const field of ['id', 'email', 'username', 'name']) {
    notes.noteLength(source[field], fieldLimits.user, `${field} of the user`);
  }
  const user = withoutUndefined<EventUser>({
    ...readUserIdentity(event, senderAddress),
    geo: budget.copyObject(source['geo']),
    data: data && withoutEmpty(data),
  });
  return Object.keys(user).length === 0 ? undefined : user;
}

function withoutEmpty(fields: Record<string, JsonValue>): EventUser['data'] {
  const entries = Object.entries(fields).filter(([, value]) => value !== null && value !== '');
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
