import { fieldLimits } from '../json/field-limits.ts';
import { type JsonObject, readArray, readObject, readText } from '../json/shape.ts';
import type { GroupingVersion } from '../reading/stack/grouping-version.ts';

/**
 * True when a message has a logger or a template, and is therefore a log line. The stack of a log
 * line is not part of its grouping key, because SDKs send this stack only with `attach_stacktrace`.
 */
export function isLogLine(event: JsonObject, version: GroupingVersion): boolean {
  return readLogger(event, version) !== undefined || findTemplate(event) !== undefined;
}

/** Leaves out a logger with the name of the platform, which Raven SDKs send with every event. */
export function readLogger(event: JsonObject, version: GroupingVersion): string | undefined {
  const logger = readText(event['logger'], fieldLimits.name);
  return version > 1 && logger === event['platform'] ? undefined : logger;
}

/**
 * Returns the message's template when the SDK also sent parameters or a different formatted text.
 * Python's SDK sends every text as a template, even one without placeholders.
 */
export function findTemplate(event: JsonObject): string | undefined {
  const entry = readObject(event['logentry']) ?? readObject(event['message']);
  const template = readText(entry?.['message'], fieldLimits.message);
  if (template !== undefined && hasEntries(entry?.['params'])) return template;
  const formatted = readText(entry?.['formatted'], fieldLimits.message);
  return template !== undefined && formatted !== undefined && template !== formatted
    ? template
    : undefined;
}

function hasEntries(params: unknown): boolean {
  const list = readArray(params);
  if (list) return list.length > 0;
  // The names are not listed, because there may be many.
  for (const _ in readObject(params)) return true;
  return false;
}
