import {
  type JsonObject,
  readArray,
  readBoolean,
  readObject,
  readText,
  readValues,
} from '../../json/shape.ts';

/** What version 1 groups an event by. */
export interface EventV1 {
  readonly message?: string | undefined;
  readonly transaction?: string | undefined;
  readonly logger?: string | undefined;
  readonly fingerprint?: readonly string[] | undefined;
  /** Causes first. */
  readonly exceptions: readonly ExceptionV1[];
}

export interface ExceptionV1 {
  readonly type: string;
  readonly value: string;
  /** Outermost call first. */
  readonly frames: readonly FrameV1[];
}

export interface FrameV1 {
  readonly function?: string | undefined;
  readonly module?: string | undefined;
  readonly filename?: string | undefined;
  readonly absPath?: string | undefined;
  readonly inApp: boolean;
  readonly contextLine?: string | undefined;
}

/** Keys depend on them, so they are this version's own. */
const limits = Object.freeze({
  exceptions: 32,
  frames: 200,
  exceptionType: 256,
  exceptionValue: 8192,
  thrownObject: 1000,
  message: 8192,
  name: 200,
  function: 512,
  module: 512,
  path: 1024,
  contextLine: 1024,
  fingerprintParts: 32,
  fingerprintPart: 512,
});

/**
 * Reads an event as the relay read events before payloads were stored as sent. Frozen: another key for the same event
 * would split the history of its issue.
 */
export function readEventV1(event: JsonObject): EventV1 {
  return {
    message: readMessage(event),
    transaction:
      readText(event['transaction'], limits.name) ?? readText(event['culprit'], limits.name),
    logger: readText(event['logger'], limits.name),
    fingerprint: readFingerprint(event['fingerprint']),
    exceptions: readExceptions(event),
  };
}

function readFingerprint(value: unknown): string[] | undefined {
  const parts = (readArray(value) ?? [])
    .slice(0, limits.fingerprintParts)
    .map((part) => readText(part, limits.fingerprintPart))
    .filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts;
}

function readMessage(event: JsonObject): string | undefined {
  return readEntry(event['logentry']) ?? readEntry(event['message']);
}

function readEntry(value: unknown): string | undefined {
  const entry = readObject(value);
  if (!entry) return readText(value, limits.message);
  const formatted = readText(entry['formatted'], limits.message);
  const template = readText(entry['message'], limits.message);
  return formatted ?? (template && fillIn(template, entry['params']));
}

function fillIn(template: string, params: unknown): string | undefined {
  const list = readArray(params);
  const named = readObject(params) ?? {};
  let next = 0;
  const filled = template.replaceAll(
    /%(?:\((?<name>\w{1,100})\))?[sdifjoOr]/g,
    (placeholder, name?: string) => {
      const value = name === undefined ? list?.[next++] : named[name];
      return readText(value, limits.name) ?? placeholder;
    },
  );
  return readText(filled, limits.message);
}

function readExceptions(event: JsonObject): ExceptionV1[] {
  const { exception } = event;
  const listed = readValues(exception);
  const exceptions = (listed.length > 0 ? listed : [exception])
    .map(readObject)
    .filter(isException)
    .slice(-limits.exceptions)
    .map(readException);
  const surfaced = exceptions.at(-1);
  if (!surfaced || surfaced.frames.length > 0) return exceptions;
  // As native and mobile SDKs send it.
  const frames = readFrames(findThreadTrace(event));
  return frames.length === 0 ? exceptions : [...exceptions.slice(0, -1), { ...surfaced, frames }];
}

function isException(value: JsonObject | undefined): value is JsonObject {
  return value !== undefined && ('type' in value || 'value' in value || 'stacktrace' in value);
}

function readException(source: JsonObject): ExceptionV1 {
  return {
    type: readText(source['type'], limits.exceptionType) ?? '',
    value: readThrown(source['value']),
    frames: readFrames(source['stacktrace']),
  };
}

function readThrown(value: unknown): string {
  const text =
    typeof value === 'object' && value !== null
      ? JSON.stringify(value).slice(0, limits.thrownObject)
      : value;
  return readText(text, limits.exceptionValue) ?? '';
}

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

function readFrames(stacktrace: unknown): FrameV1[] {
  const all = (readArray(readObject(stacktrace)?.['frames']) ?? [])
    .map(readObject)
    .filter((frame) => frame !== undefined);
  const kept =
    all.length > limits.frames
      ? [...all.slice(0, limits.frames / 2), ...all.slice(-limits.frames / 2)]
      : all;
  return kept.map(readFrame);
}

function readFrame(frame: JsonObject): FrameV1 {
  const line = frame['context_line'];
  const name = readText(frame['function'], limits.function);
  return {
    function: name === '?' ? undefined : name,
    module: readText(frame['module'], limits.module),
    filename: readText(frame['filename'], limits.path),
    absPath: readText(frame['abs_path'], limits.path),
    inApp: readBoolean(frame['in_app']) ?? false,
    contextLine: line === '' ? '' : readText(line, limits.contextLine),
  };
}
