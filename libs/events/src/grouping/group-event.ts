import type { JsonObject } from '../json/shape.ts';
import { SentEvent } from '../reading/sent-event.ts';
import { describeEvent } from './describe-event.ts';
import type { Composition, GroupingDescription } from './description.ts';
import { NEWEST_GROUPING } from '../reading/stack/grouping-version.ts';
import { EventReading } from './event-reading.ts';
import { composeExceptions } from './exceptions/compose.ts';
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
