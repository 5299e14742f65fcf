import { erasureLimits, type PersonName } from '#shared';
import { type JsonObject, readObject } from '../json/shape.ts';
import { findUserHash } from '../reading/user-hash.ts';
import { toSdkEvent } from '../reading/to-sdk-event.ts';
import { readUserIdentity } from '../reading/user.ts';
import type { EventMeta, StoredEvent } from '../storing/stored-event.ts';
import { ERASED, matchName, type NameMatcher } from './name-matcher.ts';

export interface ErasedEvent {
  readonly stored: StoredEvent;
  /** True when the person is the event's user; false when the event only mentions them. */
  readonly isEventUser: boolean;
  readonly userHash: string | undefined;
  /** The id, email, login and name of the event's user, when that is the person. */
  readonly names: readonly PersonName[];
  /** Makes the same replacements in a text that was derived from the event. */
  readonly redact: (text: string) => string;
}

const ADDRESS_HEADERS = new Set([
  'x-forwarded-for',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'cf-connecting-ip',
  'true-client-ip',
  'fastly-client-ip',
  'forwarded',
  'remote-addr',
  'remote_addr',
]);

/**
 * Returns a copy of the event without the person, or undefined when the event does not name them.
 *
 * Replaces the person's name in values, in field names and inside texts. When the person is the
 * event's user, also erases that user's other names, the `user` object and the network addresses of
 * the request. Recurses as deep as the event is nested.
 */
export function eraseEvent(person: NameMatcher, stored: StoredEvent): ErasedEvent | undefined {
  const { meta } = stored;
  const sdkEvent = toSdkEvent(meta.source, stored.event);
  const names = listNames(sdkEvent, meta.senderAddress);
  const isEventUser = names.some(({ value }) => person.is(value));
  const matchers = isEventUser ? [person, ...listAliases(names)] : [person];
  const redact = (text: string): string =>
    matchers.reduce((left, matcher) => matcher.redact(left), text);
  const eraser = new Eraser(matchers, redact, isEventUser);
  const event = eraser.eraseEvent(stored.event);
  const { senderAddress, ...known } = meta;
  const erasedMeta = eraser.eraseMeta(known);
  const isSender = senderAddress !== undefined && (isEventUser || person.is(senderAddress));
  if (!eraser.hasErased && !isEventUser && !isSender) return undefined;
  return {
    stored: { meta: isSender ? erasedMeta : { ...erasedMeta, senderAddress }, event },
    isEventUser,
    userHash: findUserHash(sdkEvent, meta.senderAddress),
    names: isEventUser ? names.filter(({ kind }) => kind === 'id') : [],
    redact,
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

class Eraser {
  hasErased = false;

  constructor(
    private readonly matchers: readonly NameMatcher[],
    private readonly redact: (text: string) => string,
    private readonly isEventUser: boolean,
  ) {}

  eraseEvent(event: JsonObject): JsonObject {
    const erased = this.erase(event, '') as Record<string, unknown>;
    if (this.isEventUser && readObject(event['user'])) erased['user'] = { id: ERASED };
    return erased;
  }

  /**
   * Erases the person from the metadata, because field paths and cut notes may contain the person's
   * name. Ids and numbers stay, because they identify the event.
   */
  eraseMeta<Meta extends Omit<EventMeta, 'senderAddress'>>(meta: Meta): Meta {
    const entries = Object.entries(meta).map(([name, value]) => {
      const isFixed = name === 'eventId' || name === 'traceId' || typeof value === 'number';
      return [name, isFixed ? value : this.erase(value, '')] as const;
    });
    return Object.fromEntries(entries) as Meta;
  }

  private erase(value: unknown, name: string): unknown {
    if (typeof value === 'string') return this.eraseText(value, name);
    if (typeof value === 'number') return this.eraseNumber(value);
    if (Array.isArray(value)) return this.eraseList(value);
    const fields = readObject(value);
    if (!fields) return value;
    const entries = Object.entries(fields);
    return Object.fromEntries(
      entries.map(([key, each]) => [this.eraseText(key, ''), this.erase(each, key)]),
    );
  }

  /** SDKs may send headers as `[name, value]` pairs. */
  private eraseList(list: readonly unknown[]): unknown[] {
    const [key] = list;
    const isPair = list.length === 2 && typeof key === 'string';
    return list.map((each, index) => this.erase(each, isPair && index === 1 ? key : ''));
  }

  private eraseText(text: string, name: string): string {
    const isAddress = this.isEventUser && name !== '' && ADDRESS_HEADERS.has(name.toLowerCase());
    const redacted = isAddress ? ERASED : this.redact(text);
    if (redacted !== text) this.hasErased = true;
    return redacted;
  }

  /** Short numbers stay: they are usually counts, line numbers or status codes. */
  private eraseNumber(value: number): number | string {
    const isLong = String(value).length >= erasureLimits.wordLength;
    if (!isLong || !this.matchers.some((matcher) => matcher.is(value))) return value;
    this.hasErased = true;
    return ERASED;
  }
}
