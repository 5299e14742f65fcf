import { fieldLimits } from '../json/field-limits.ts';
import { readText } from '../json/shape.ts';
import { readMessage } from '../reading/message.ts';
import type { EventReading } from './event-reading.ts';
import { findTemplate, isLogLine } from './log-line.ts';
import { toCalls } from './stacks/read-stack.ts';
import { parameterise, parameteriseTemplate } from './text/parameterise.ts';
import { rewriteText } from './text/rewrite-text.ts';

export interface MessageComposition {
  readonly kind: 'template' | 'message';
  readonly parts: readonly string[];
}

/**
 * Composes the grouping key of an event without exceptions from its logger, its template or text,
 * and the application's calls. The calls of a log line are left out.
 */
export function composeMessage(reading: EventReading): MessageComposition {
  const { event } = reading;
  const logger = readText(event['logger'], fieldLimits.name) ?? '';
  const { kind, text } = composeText(reading);
  const { stack } = reading;
  const own = isLogLine(event) ? [] : stack.listOwn();
  const calls = toCalls(own, { isOverflow: false, isShort: stack.isShort }).map(
    (call) => `call ${call}`,
  );
  return { kind, parts: [`logger ${logger}`, `${kind} ${text}`, ...calls] };
}

export function toMessageText(reading: EventReading): string {
  return composeText(reading).text;
}

function composeText(reading: EventReading): Pick<MessageComposition, 'kind'> & { text: string } {
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
