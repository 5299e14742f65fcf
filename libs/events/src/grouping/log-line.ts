import { fieldLimits } from '../json/field-limits.ts';
import { type JsonObject, readObject, readText } from '../json/shape.ts';
import { readTemplate } from '../reading/message.ts';

/**
 * Whether a message is a line of a log: it has a logger or a template. Where the line stands is then no part of its key,
 * since the stack comes and goes with `attach_stacktrace`.
 */
export function isLogLine(event: JsonObject): boolean {
  return (
    readText(event['logger'], fieldLimits.name) !== undefined || findTemplate(event) !== undefined
  );
}

/** With what fills it, or with a text that it became. Python's SDK calls every text a template, also one that takes nothing. */
export function findTemplate(event: JsonObject): string | undefined {
  const filled = readTemplate(event)?.message;
  if (filled !== undefined) return filled;
  const entry = readObject(event['logentry']) ?? readObject(event['message']);
  const template = readText(entry?.['message'], fieldLimits.message);
  const formatted = readText(entry?.['formatted'], fieldLimits.message);
  return template !== undefined && formatted !== undefined && template !== formatted
    ? template
    : undefined;
}
