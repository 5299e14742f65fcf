import type { JsonObject } from '../../json/shape.ts';
import { SentEvent } from '../../reading/sent-event.ts';
import type { GroupingDescription, GroupingKind } from '../description.ts';
import { toKey } from '../key.ts';
import { describeEvent } from './describe-event.ts';
import { EventReading } from './event-reading.ts';
import { composeExceptions } from './exceptions/compose.ts';
import { fillFingerprint, readFingerprint } from './fingerprint.ts';
import { composeMessage } from './message.ts';

export interface GroupingV2 {
  /** 32 lower-case hex digits. */
  readonly key: string;
  /** For people, made when it is asked for. */
  describe(): GroupingDescription;
}

interface Composition {
  readonly kind: GroupingKind;
  readonly parts: readonly string[];
}

/**
 * How version 2 groups an event: its key and what that is made of. The same event always has the same key; once released,
 * nothing that a key depends on may change, because a changed key splits the history of an issue (ADR 93).
 */
export function groupV2(
  event: JsonObject,
  reading = new EventReading(new SentEvent(event)),
): GroupingV2 {
  const own = composeOwn(reading);
  const fingerprint = readFingerprint(event);
  if (!fingerprint) {
    const { kind, parts } = own();
    return { key: toKey([kind, ...parts]), describe: () => describeEvent(reading, own()) };
  }
  const filled = fillFingerprint(fingerprint, reading);
  const parts = filled.flatMap((part) => (part === 'default' ? own().parts : part.text));
  return {
    key: toKey(['fingerprint', ...parts]),
    describe: () => describeEvent(reading, own(), filled),
  };
}

/** Without a fingerprint. */
function composeOwn(reading: EventReading): () => Composition {
  return () =>
    reading.exceptions.length > 0 ? composeExceptions(reading) : composeMessage(reading);
}
