import { type ExceptionValue, reportLimits } from '#shared';
import { fieldLimits } from '../json/field-limits.ts';
import { type FrameRules, normaliseFrames } from './frames.ts';
import { type JsonObject, readBoolean, readObject, readText, readValues } from '../json/shape.ts';

/**
 * The exceptions of an event: `{values: […]}`, a bare list, or one bare exception, as SDKs of
 * different ages send them. Of too many, the last are kept: those nearest to what surfaced.
 */
export function normaliseExceptions(event: JsonObject, rules: FrameRules): ExceptionValue[] {
  const { exception } = event;
  const listed = readValues(exception);
  const all = (listed.length > 0 ? listed : [exception]).map(readObject).filter(isException);
  if (all.length > reportLimits.exceptions) {
    rules.notes.add(`exceptions: ${all.length} cut to the last ${reportLimits.exceptions}`);
  }
  const kept = all.slice(-reportLimits.exceptions);
  const exceptions = kept.map((value) => normaliseException(value, rules));
  return borrowFrames(exceptions, event, rules);
}

function isException(value: JsonObject | undefined): value is JsonObject {
  return value !== undefined && ('type' in value || 'value' in value || 'stacktrace' in value);
}

function normaliseException(source: JsonObject, rules: FrameRules): ExceptionValue {
  return {
    type: readText(source['type'], fieldLimits.exceptionType) ?? '',
    value: readValue(source['value']),
    module: readText(source['module'], fieldLimits.module),
    mechanism: readMechanism(source['mechanism']),
    frames: normaliseFrames(source['stacktrace'], rules),
  };
}

/** Some SDKs put the thrown object itself there. */
function readValue(value: unknown): string {
  const text =
    typeof value === 'object' && value !== null ? JSON.stringify(value).slice(0, 1000) : value;
  return readText(text, fieldLimits.exceptionValue) ?? '';
}

function readMechanism(value: unknown): ExceptionValue['mechanism'] {
  const source = readObject(value);
  const type = readText(source?.['type'], fieldLimits.name);
  if (!source || !type) return undefined;
  return { type, handled: readBoolean(source['handled']) };
}

/**
 * Where the surfacing exception has no stack, the event's own or that of the crashed (else the
 * current) thread stands in for it, as native and mobile SDKs send it.
 */
function borrowFrames(
  exceptions: ExceptionValue[],
  event: JsonObject,
  rules: FrameRules,
): ExceptionValue[] {
  const surfaced = exceptions.at(-1);
  if (!surfaced || surfaced.frames.length > 0) return exceptions;
  const frames = normaliseFrames(findThreadTrace(event), rules);
  return frames.length === 0 ? exceptions : [...exceptions.slice(0, -1), { ...surfaced, frames }];
}

/** The stack of an event apart from its exceptions. */
function findThreadTrace(event: JsonObject): unknown {
  const threads = readValues(event['threads'])
    .map(readObject)
    .filter((thread) => thread !== undefined);
  const thread =
    threads.find((entry) => entry['crashed'] === true) ??
    threads.find((entry) => entry['current'] === true) ??
    (threads.length === 1 ? threads[0] : undefined);
  return thread?.['stacktrace'] ?? event['stacktrace'];
}
