import { fieldLimits } from '../json/field-limits.ts';
import { type JsonObject, readObject, readText } from '../json/shape.ts';
import { readMessage, readTemplate } from '../reading/message.ts';
import { findStacktrace } from '../reading/stack/threads.ts';
import type { EventReading } from './event-reading.ts';
import { readStack, toCalls } from './stacks/read-stack.ts';
import { parameterise, parameteriseTemplate } from './text/parameterise.ts';
import { rewriteText } from './text/rewrite-text.ts';

export interface MessageComposition {
  readonly kind: 'template' | 'message';
  readonly parts: readonly string[];
}

/** What a key is made of where nothing was raised: logger, template or text, and the application's calls where they are known. */
export function composeMessage(reading: EventReading): MessageComposition {
  const { event, language } = reading;
  const logger = readText(event['logger'], fieldLimits.name) ?? '';
  const { kind, text } = composeText(reading);
  const own = readStack(findStacktrace(event), language).listOwn();
  const calls = toCalls(own).map((call) => `call ${call}`);
  return { kind, parts: [`logger ${logger}`, `${kind} ${text}`, ...calls] };
}

/** The text of what nothing was raised for, without its values. */
export function toMessageText(reading: EventReading): string {
  return composeText(reading).text;
}

function composeText(reading: EventReading): Pick<MessageComposition, 'kind'> & { text: string } {
  const template = findTemplate(reading.event);
  return template === undefined
    ? { kind: 'message', text: readUntemplated(reading) }
    : { kind: 'template', text: parameteriseTemplate(template) };
}

/** With what fills it, or with a text that it became. Python's SDK calls every text a template, also one that takes nothing. */
function findTemplate(event: JsonObject): string | undefined {
  const filled = readTemplate(event)?.message;
  if (filled !== undefined) return filled;
  const entry = readObject(event['logentry']) ?? readObject(event['message']);
  const template = readText(entry?.['message'], fieldLimits.message);
  const formatted = readText(entry?.['formatted'], fieldLimits.message);
  return template !== undefined && formatted !== undefined && template !== formatted
    ? template
    : undefined;
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
