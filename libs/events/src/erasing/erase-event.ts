import { erasureLimits, type PersonName } from '#shared';
import { type JsonObject, readObject } from '../json/shape.ts';
import { findUserHash } from '../reading/user-hash.ts';
import { toSdkEvent } from '../reading/to-sdk-event.ts';
import { readWho } from '../reading/user.ts';
import type { EventMeta, StoredEvent } from '../storing/stored-event.ts';
import { ERASED, matchName, type NameMatcher } from './name-matcher.ts';

export interface ErasedEvent {
  readonly stored: StoredEvent;
  /** Whether the person is its user; else it only names them. */
  readonly isOfPerson: boolean;
  /** Of its user, before. */
  readonly userHash: string | undefined;
  /** Replaces what was replaced in the event in a text that was made of it. */
  readonly redact: (text: string) => string;
}

/** Headers that say where a request came from. */
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
 * The event without the person: their name is replaced wherever a value, the name of a field or a word in a text is it.
 * Where they are the user of the event, so are all other names that it has for them, its user, and the addresses that its
 * request came from. Undefined where the event does not name them. Recurses as deep as the event is.
 */
export function eraseEvent(person: NameMatcher, stored: StoredEvent): ErasedEvent | undefined {
  const { meta } = stored;
  const sdkEvent = toSdkEvent(meta.source, stored.event);
  const names = listNames(sdkEvent, meta.senderAddress);
  const isOfPerson = names.some(({ value }) => person.is(value));
  const matchers = isOfPerson ? [person, ...listAliases(names)] : [person];
  const redact = (text: string): string =>
    matchers.reduce((left, matcher) => matcher.redact(left), text);
  const eraser = new Eraser(matchers, redact, isOfPerson);
  const event = eraser.eraseEvent(stored.event);
  const { senderAddress, ...known } = meta;
  const erasedMeta = eraser.eraseMeta(known);
  const isSender = senderAddress !== undefined && (isOfPerson || person.is(senderAddress));
  if (!eraser.hasErased && !isOfPerson && !isSender) return undefined;
  return {
    stored: { meta: isSender ? erasedMeta : { ...erasedMeta, senderAddress }, event },
    isOfPerson,
    userHash: findUserHash(sdkEvent, meta.senderAddress),
    redact,
  };
}

/** All that the user of an event is named by, as it was sent and as it is read. */
function listNames(event: JsonObject, senderAddress: string | undefined): PersonName[] {
  const who = readWho(event, senderAddress);
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
    private readonly isOfPerson: boolean,
  ) {}

  eraseEvent(event: JsonObject): JsonObject {
    const erased = this.erase(event, '') as Record<string, unknown>;
    if (this.isOfPerson && readObject(event['user'])) erased['user'] = { id: ERASED };
    return erased;
  }

  /** Paths of fields and notes of cuts may name somebody; what tells the event apart stays. */
  eraseMeta<Meta extends Omit<EventMeta, 'senderAddress'>>(meta: Meta): Meta {
    const entries = Object.entries(meta).map(([name, value]) => {
      const isFixed = name === 'eventId' || name === 'traceId' || typeof value === 'number';
      return [name, isFixed ? value : this.erase(value, '')] as const;
    });
    return Object.fromEntries(entries) as Meta;
  }

  /** `name`: of the field whose value it is. */
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

  /** Headers may be sent as pairs. */
  private eraseList(list: readonly unknown[]): unknown[] {
    const [key] = list;
    const isPair = list.length === 2 && typeof key === 'string';
    return list.map((each, index) => this.erase(each, isPair && index === 1 ? key : ''));
  }

  private eraseText(text: string, name: string): string {
    const isAddress = this.isOfPerson && name !== '' && ADDRESS_HEADERS.has(name.toLowerCase());
    const redacted = isAddress ? ERASED : this.redact(text);
    if (redacted !== text) this.hasErased = true;
    return redacted;
  }

  /** A short number is a count, a line or a status of anything. */
  private eraseNumber(value: number): number | string {
    const isLong = String(value).length >= erasureLimits.wordLength;
    if (!isLong || !this.matchers.some((matcher) => matcher.is(value))) return value;
    this.hasErased = true;
    return ERASED;
  }
}
