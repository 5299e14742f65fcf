import { erasureLimits, type PersonName } from '#shared';
import { type JsonObject, readObject } from '../json/shape.ts';
import { findUserHash } from '../reading/user-hash.ts';
import { toSdkEvent } from '../reading/to-sdk-event.ts';
import { readUserIdentity } from '../reading/user.ts';
import type { EventMeta, StoredEvent } from '../storing/stored-event.ts';
import { matchName, type NameMatcher } from './name-matcher.ts';
import { findNamesWithin, isSearched, type SearchedNames } from './protocol-fields.ts';

/**
 * Tells how an event names the person. Returns undefined when no value, field name or text of it
 * does. Names of the protocol's fields are not searched. Recurses as deep as the event is nested, and
 * throws when that is too deep.
 */
export function findInEvent(person: NameMatcher, { meta, event }: StoredEvent) {
  const sdkEvent = toSdkEvent(meta.source, event);
  const names = listNames(sdkEvent, meta.senderAddress);
  const isEventUser = names.some(({ value }) => person.is(value));
  const isNamed = isNamedIn(event, person, 'own') || isNamedIn(listTexts(meta), person, 'none');
  if (!isEventUser && !isNamed) return undefined;
  const matchers = isEventUser ? [person, ...listAliases(names)] : [person];
  return {
    /** False when the event only mentions the person. */
    isEventUser,
    userHash: findUserHash(sdkEvent, meta.senderAddress),
    /** The id, email, login and name of the event's user, when that is the person. */
    names: isEventUser ? names.filter(({ kind }) => kind === 'id') : [],
    /** Erases the person, and the event's user if that is the person, from a text of the event. */
    redact: (text: string) => matchers.reduce((left, matcher) => matcher.redact(left), text),
  };
}

function listNames(event: JsonObject, senderAddress: string | undefined): PersonName[] {
  const who = readUserIdentity(event, senderAddress);
  const { id, email, username, name, ip_address: address } = readObject(event['user']) ?? {};
  const sent = [id, email, username, name, who.id, who.email, who.username, who.name]
    .map((value) => (typeof value === 'number' ? String(value) : value))
    .filter((value) => typeof value === 'string' && value !== '');
  const addresses = [address, who.ipAddress].filter((value) => typeof value === 'string');
  return [
    ...sent.map((value) => ({ kind: 'id' as const, value: value as string })),
    ...addresses.map((value) => ({ kind: 'address' as const, value })),
  ];
}

function listAliases(names: readonly PersonName[]): NameMatcher[] {
  const distinct = new Map(names.map((name) => [`${name.kind} ${name.value}`, name]));
  return [...distinct.values()].map(matchName);
}

/**
 * Lists values beside an event that its sender, a source map or a rule's author wrote. A note in
 * `cut` names a field that may have been removed.
 */
function listTexts({ eventId, sdk, traceId, senderAddress, cut, mapped, ruled }: EventMeta) {
  const ofRules = [ruled?.fingerprint?.parts, ruled?.title?.text];
  return [eventId, sdk, traceId, senderAddress, cut, mapped, ...ofRules];
}

function isNamedIn(value: unknown, person: NameMatcher, names: SearchedNames): boolean {
  if (typeof value === 'string') return person.redact(value) !== value;
  // Short numbers are usually counts, line numbers or status codes.
  if (typeof value === 'number') {
    return String(value).length >= erasureLimits.wordLength && person.is(value);
  }
  if (Array.isArray(value)) return value.some((each) => isNamedIn(each, person, names));
  return Object.entries(readObject(value) ?? {}).some(
    ([name, each]) =>
      (isSearched(name, names) && isNamedIn(name, person, names)) ||
      isNamedIn(each, person, findNamesWithin(name, names)),
  );
}
