import { fieldLimits } from '../json/field-limits.ts';
import { readText } from '../json/shape.ts';
import { readMessage } from '../reading/message.ts';
import type { Composition } from './description.ts';
import type { EventReading } from './event-reading.ts';
import type { Language } from '../reading/stack/language.ts';
import { findTemplate, isLogLine, readLogger } from './log-line.ts';
import { toCalls } from './stacks/read-stack.ts';
import { parameterise, parameteriseTemplate } from './text/parameterise.ts';
import { rewriteText } from './text/rewrite-text.ts';

/** Languages whose SDKs send the stack of a message only where somebody has asked for it. */
const WITH_STACK_BY_CHOICE: ReadonlySet<Language> = new Set(['python', 'go', 'rust', 'php']);

/**
 * True when the stack of an event without exceptions enters its key. Other SDKs began to send
 * stacks of messages by themselves, so that an upgrade would make another issue of each message.
 */
export function countsStack({ event, language, version }: EventReading): boolean {
  return !isLogLine(event, version) && (version === 1 || WITH_STACK_BY_CHOICE.has(language));
}

/**
 * Composes the grouping key of an event without exceptions from its logger, its template or text,
 * and the application's calls where `countsStack`.
 */
export function composeMessage(reading: EventReading): Composition {
  const { event } = reading;
  const logger = readLogger(event, reading.version) ?? '';
  if (logger !== (readLogger(event, 1) ?? '')) reading.differs = true;
  const { kind, text } = composeText(reading);
  const { stack } = reading;
  const isCounted = countsStack(reading);
  if (!isCounted && stack.frames.length > 0 && !isLogLine(event, 1)) reading.differs = true;
  const own = isCounted ? stack.listOwn() : [];
  const calls = toCalls(own, { isOverflow: false, isShort: stack.isShort }).map(
    (call) => `call ${call}`,
  );
  return { kind, parts: [`logger ${logger}`, `${kind} ${text}`, ...calls] };
}

export function toMessageText(reading: EventReading): string {
  return composeText(reading).text;
}

function composeText(reading: EventReading): { kind: 'template' | 'message'; text: string } {
  const template = findTemplate(reading.event);
  return template === undefined
    ? { kind: 'message', text: readUntemplated(reading) }
    : { kind: 'template', text: parameteriseTemplate(template) };
}

function readUntemplated(reading: EventReading): string {
  const { event, language } = reading;
  const message = readMessage(event);
  if (message !== undefined) return parameterise(rewriteText(message, language));
  return (
    readText(event['transaction'], fieldLimits.name) ??
    readText(event['culprit'], fieldLimits.name) ??
    ''
  );
}
