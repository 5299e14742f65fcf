import { findTitledException } from '#shared';
import { toKey } from '../json/key.ts';
import type { EventReading } from './event-reading.ts';
import { toWords } from './exceptions/counted-value.ts';
import type { SentException } from './exceptions/sent-exceptions.ts';
import { toMessageText } from './message.ts';
import type { JudgedFrame } from './stacks/judge-frame.ts';

/**
 * Keys that similar events of different issues share: 16 lower-case hex digits, or an empty text.
 * These keys do not decide the grouping, so their computation may change without a new version.
 */
export interface LookAlikeKeys {
  /** Hash of type and text, without numbers, names and other values. */
  readonly words: string;
  /** Hash of type and the application's newest call, without its line of code. */
  readonly place: string;
}

const LENGTH = 16;
/** Matches a word. A text without words consists only of placeholders. */
const WORD = /\p{L}{2}/u;

export function toLookAlikeKeys(reading: EventReading): LookAlikeKeys {
  const titled = findTitledException(reading.exceptions);
  const type = titled?.type ?? '';
  const text = titled ? toWords(titled, { reading, cause: undefined }) : toMessageText(reading);
  const call = findNewestCall(reading, titled);
  const says = WORD.test(text.replace(/<[a-z]{1,20}>/g, ''));
  return {
    words: says ? toHash('words', type, text) : '',
    place: call === undefined ? '' : toHash('place', type, call),
  };
}

function toHash(...parts: readonly string[]): string {
  return toKey(parts).slice(0, LENGTH);
}

function findNewestCall(
  reading: EventReading,
  titled: SentException | undefined,
): string | undefined {
  if (!titled) return toNewest(reading.stack.listOwn());
  for (const { stack } of [titled, ...reading.exceptions.toReversed()]) {
    const call = toNewest(stack.listOwn());
    if (call !== undefined) return call;
  }
  return undefined;
}

function toNewest(frames: readonly JudgedFrame[]): string | undefined {
  const newest = frames.findLast(({ namesCall }) => namesCall);
  if (!newest) return undefined;
  const { place, name, signature } = newest;
  return name === '' ? signature : `${place} · ${name}`;
}
