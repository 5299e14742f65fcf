import {
  type EventTitle,
  findFailingFrameOfEvent,
  findTitledException,
  type NormalisedEvent,
} from '#shared';
import type { JsonObject } from '../json/shape.ts';
import { CutNotes } from '../json/cut-notes.ts';
import { withTitleOfRule } from './title-of-rule.ts';
import { readTitledExceptions, type TitledException } from '../reading/exceptions/exceptions.ts';
import { readMessage } from '../reading/message.ts';
import { readNames } from '../reading/names.ts';
import { toPlace } from '../reading/place.ts';
import { SentEvent } from '../reading/sent-event.ts';
import { StackReader } from '../reading/stack/frames.ts';
import { findStacktrace } from '../reading/stack/threads.ts';

interface Titled extends Pick<NormalisedEvent, 'message' | 'logger' | 'transaction' | 'stack'> {
  readonly exceptions: readonly TitledException[];
}

const MAX_VALUE_LENGTH = 500;

/** Loguru sends its whole log line as the message, with time, level and place before the text. */
const LOGURU_PREFIX =
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} \| [A-Z]{1,12} {0,8}\| \S{1,200}:\d{1,7} - /;

export function readTitle(event: JsonObject, sent = new SentEvent(event)): EventTitle {
  const notes = new CutNotes();
  const stacks = new StackReader(event, { notes });
  const exceptions = readTitledExceptions(sent, { stacks, notes });
  const title = toTitle({
    ...readNames(event),
    message: readMessage(event),
    exceptions,
    ...(exceptions.length === 0 && { stack: stacks.readFailingFrame(findStacktrace(event)) }),
  });
  return withTitleOfRule(title, event, sent);
}

/**
 * Returns the title that an issue shows, made of the exception that surfaced or of the first member
 * of a group.
 *
 * Without an exception, the title is made of the message. When a logger sent the message, the
 * message becomes the type, and the last part of the logger's name becomes the value. An exception
 * without a type counts as a message, because some SDKs send a message with a stack that way.
 */
export function toTitle(event: Titled): EventTitle {
  const place = toPlace(findFailingFrameOfEvent(event));
  const { type, value } = findTitledException(event.exceptions) ?? { type: '', value: '' };
  const message = value || (event.message ?? '');
  const isThrown = type !== '' || (event.exceptions.length > 0 && !event.message);
  return isThrown
    ? { type: type || 'Error', value: toOneLine(message), place }
    : { ...toSaid(event, toOneLine(message.replace(LOGURU_PREFIX, ''))), place };
}

function toSaid({ logger, transaction }: Titled, message: string): Omit<EventTitle, 'place'> {
  const said = message || (transaction ?? 'No message');
  return logger === undefined
    ? { type: 'Message', value: said }
    : { type: said, value: toLastPart(logger) };
}

function toLastPart(logger: string): string {
  return logger.split(/[.:/]+/).findLast((part) => /[\p{L}\p{N}]/u.test(part)) ?? logger;
}

function toOneLine(text: string): string {
  const line = text
    .slice(0, 2 * MAX_VALUE_LENGTH)
    .replaceAll(/\s+/g, ' ')
    .trim();
  return line.length > MAX_VALUE_LENGTH ? `${line.slice(0, MAX_VALUE_LENGTH - 1)}…` : line;
}
