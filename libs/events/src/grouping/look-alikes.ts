import { findTitledException } from '#shared';
import { toKey } from '../json/key.ts';
import type { EventReading } from './event-reading.ts';
import { toWords } from './exceptions/counted-value.ts';
import type { SentException } from './exceptions/sent-exceptions.ts';
import { toMessageText } from './message.ts';
import type { JudgedFrame } from './stacks/judge-frame.ts';

/**
 * Keys that similar events share although they are grouped apart: 16 lower-case hex digits, or
 * empty. They do not decide the grouping, so a new version may change them.
 */
export interface LookAlikeKeys {
  /** Hash of type and text, without numbers, names and other values. */
  readonly words: string;
  /** Hash of type and the application's newest call, without its line of code. */
  readonly place: string;
}

const LENGTH = 16;
/** A text without such a word consists of placeholders and says nothing. */
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
