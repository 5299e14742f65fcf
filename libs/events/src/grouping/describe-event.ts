import type { Composition, GroupingDescription, GroupingPart } from './description.ts';
import { describeStacks } from './describe-frames.ts';
import type { EventReading } from './event-reading.ts';
import type { FilledPart } from './fingerprint.ts';

/**
 * Describes what an event's grouping key is made of. `own` is the composition that applies without
 * a fingerprint.
 */
export function describeEvent(
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
  return { of: 'fingerprint', text, ...(sent === text ? {} : { sent }) };
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
