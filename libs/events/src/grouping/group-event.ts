import type { JsonObject } from '../json/shape.ts';
import { SentEvent } from '../reading/sent-event.ts';
import { describeStacks } from './describe-frames.ts';
import type { Composition, GroupingDescription, GroupingPart } from './description.ts';
import { NEWEST_GROUPING } from '../reading/stack/grouping-version.ts';
import { EventReading } from './event-reading.ts';
import { composeExceptions } from './exceptions/compose.ts';
import type { FilledPart } from './fingerprint.ts';
import { fillFingerprint, readFingerprint } from './fingerprint.ts';
import { toKey } from '../json/key.ts';
import { type LookAlikeKeys, toLookAlikeKeys } from './look-alikes.ts';
import { composeMessage } from './message.ts';

export interface EventGrouping {
  /**
   * The grouping keys of all versions, newest first: 32 lower-case hex digits each. A version that
   * has the key of a newer one is left out.
   */
  readonly keys: readonly { readonly version: number; readonly key: string }[];
  readonly lookAlikes: LookAlikeKeys;
}

/**
 * Returns the grouping keys and look-alike keys of an event in the form SDKs send. The same event
 * always gets the same keys. A change to the grouping keys needs a new version, because issues are
 * stored under the old keys.
 */
export function groupEvent(event: JsonObject, reading = toReading(event)): EventGrouping {
  return {
    keys: listKeys(event, reading),
    lookAlikes: toLookAlikeKeys(reading),
  };
}

/** Makes no second key where the versions read everything in the same way. */
function listKeys(event: JsonObject, reading: EventReading): EventGrouping['keys'] {
  const newest = { version: NEWEST_GROUPING, key: composeKey(event, reading) };
  if (!reading.differs) return [newest];
  const key = composeKey(event, new EventReading(reading.sent, 1, reading.recalled));
  return key === newest.key ? [newest] : [newest, { version: 1, key }];
}

/** Describes what the newest key of `groupEvent` is made of. The same `reading` saves time. */
export function describeGrouping(
  event: JsonObject,
  reading = toReading(event),
): GroupingDescription {
  const fingerprint = readFingerprint(event);
  return describeEvent(
    reading,
    composeOwn(reading),
    fingerprint && fillFingerprint(fingerprint, reading),
  );
}

function composeKey(event: JsonObject, reading: EventReading): string {
  const fingerprint = readFingerprint(event);
  if (!fingerprint) {
    const { kind, parts } = composeOwn(reading);
    return toKey([kind, ...parts]);
  }
  const filled = fillFingerprint(fingerprint, reading);
  return toKey([
    'fingerprint',
    ...filled.flatMap((part) => (part === 'default' ? composeOwn(reading).parts : part.text)),
  ]);
}

function composeOwn(reading: EventReading): Composition {
  reading.own ??=
    reading.exceptions.length > 0 ? composeExceptions(reading) : composeMessage(reading);
  return reading.own;
}

function toReading(event: JsonObject): EventReading {
  return new EventReading(new SentEvent(event));
}

/**
 * Describes what an event's grouping key is made of. `own` is the composition that applies without
 * a fingerprint.
 */
function describeEvent(
  reading: EventReading,
  own: Composition,
  fingerprint?: readonly FilledPart[],
): GroupingDescription {
  const parts = own.parts.flatMap(toParts);
  if (!fingerprint) return { kind: own.kind, parts, stacks: describeStacks(reading, own.repeats) };
  const isOwnCounted = fingerprint.includes('default');
  return {
    kind: 'fingerprint',
    parts: fingerprint.flatMap((part) => (part === 'default' ? parts : toFingerprintPart(part))),
    stacks: isOwnCounted ? describeStacks(reading, own.repeats) : [],
  };
}

function toFingerprintPart({ sent, text }: Exclude<FilledPart, 'default'>): GroupingPart {
  return { of: 'fingerprint', text, sent: sent === text ? undefined : sent };
}

const PART = /^(type|value|place|call|logger|template|message) (.*)$/s;
const MEMBER = /^(?:member )+/;

/** Splits a group member's part, which has several lines, into one part per line. */
function toParts(part: string): GroupingPart[] {
  const lines = MEMBER.test(part) ? part.split('\n') : [part];
  return lines.flatMap((line) => {
    const [, of, text] = PART.exec(line.replace(MEMBER, '')) ?? [];
    return of === undefined || text === undefined ? [] : [{ of: of as GroupingPart['of'], text }];
  });
}
