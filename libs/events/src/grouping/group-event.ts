import type { JsonObject } from '../json/shape.ts';
import { SentEvent } from '../reading/sent-event.ts';
import { describeEvent } from './describe-event.ts';
import type { GroupingDescription, GroupingKind } from './description.ts';
import { EventReading } from './event-reading.ts';
import { composeExceptions } from './exceptions/compose.ts';
import { fillFingerprint, readFingerprint } from './fingerprint.ts';
import { toKey } from '../json/key.ts';
import { type LookAlikeKeys, toLookAlikeKeys } from './look-alikes.ts';
import { composeMessage } from './message.ts';

/** The newest version of grouping. */
export const NEWEST_GROUPING = 1;

export interface EventGrouping {
  /** By each version, newest first: 32 lower-case hex digits each. */
  readonly keys: readonly { readonly version: number; readonly key: string }[];
  readonly lookAlikes: LookAlikeKeys;
}

interface Composition {
  readonly kind: GroupingKind;
  readonly parts: readonly string[];
}

/**
 * What an event is grouped by, and what it looks like, in the form in which SDKs send events. The same event always has the
 * same key. Once released, nothing that a key depends on may change without another version beside this one (ADR 92).
 */
export function groupEvent(event: JsonObject, sent = new SentEvent(event)): EventGrouping {
  const reading = new EventReading(sent);
  return {
    keys: [{ version: NEWEST_GROUPING, key: composeKey(event, reading) }],
    lookAlikes: toLookAlikeKeys(reading),
  };
}

/** What the newest version makes of an event, for people. */
export function describeGrouping(event: JsonObject): GroupingDescription {
  const reading = new EventReading(new SentEvent(event));
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

/** Without a fingerprint. */
function composeOwn(reading: EventReading): Composition {
  return reading.exceptions.length > 0 ? composeExceptions(reading) : composeMessage(reading);
}
