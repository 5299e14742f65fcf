import { type JsonObject, readObject, readText, readValues } from '../../json/shape.ts';
import { toTypeName } from '../../reading/exceptions/type-name.ts';
import type { LinkedException, SentEvent } from '../../reading/sent-event.ts';
import type { Language } from '../../reading/stack/language.ts';
import { findStacktrace } from '../../reading/stack/threads.ts';
import { readStack, type Stack } from '../stacks/read-stack.ts';
import { toStableClass } from '../stacks/stable-names.ts';

export interface SentException extends LinkedException {
  readonly mechanism: JsonObject;
  readonly type: string;
  readonly value: string;
  readonly stack: Stack;
  /**
   * True when the stack shows the thread that reported the exception, not the code that raised it.
   */
  readonly isReported: boolean;
}

const MAX_EXCEPTIONS = 64;
const MAX_TYPE_LENGTH = 256;
const MAX_VALUE_LENGTH = 4000;

/**
 * Reads the exceptions; the last one is the exception that surfaced. When there are more than
 * `MAX_EXCEPTIONS`, leaves out those in the middle.
 */
export function readSentExceptions(sent: SentEvent): SentException[] {
  return sent.listExceptions(MAX_EXCEPTIONS).map((linked) => readOne(linked, sent));
}

function readOne(linked: LinkedException, all: SentEvent): SentException {
  const { event, language } = all;
  const { source } = linked;
  const mechanism = readObject(source['mechanism']) ?? {};
  const value = readValue(source['value']);
  const sent = readStack(source['stacktrace'], all);
  const borrows = sent.frames.length === 0 && linked.parent === undefined;
  const stack = borrows ? readStack(findStacktrace(event, source['thread_id']), all) : sent;
  return {
    ...linked,
    mechanism,
    type: readType(source, value, language),
    value,
    stack,
    isReported: borrows && !hasCrashed(event, mechanism),
  };
}

/** Some SDKs send the thrown object itself as the value. */
function readValue(value: unknown): string {
  const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
  return readText(text, MAX_VALUE_LENGTH) ?? '';
}

function readType(source: JsonObject, value: string, language: Language): string {
  const sent = readText(source['type'], MAX_TYPE_LENGTH) ?? '';
  const module = readText(source['module'], MAX_TYPE_LENGTH);
  const { type } = toTypeName(sent, module, language);
  if (language === 'jvm') return toStableClass(type);
  if (language !== 'browser') return type;
  // Firefox says InternalError where other engines say RangeError. A type of one or two letters is
  // a minified class name.
  if (type === 'InternalError' && value.startsWith('too much recursion')) return 'RangeError';
  return type.length <= 2 ? '' : type;
}

/** After a crash, the stack of the thread is the stack of the error. */
function hasCrashed(event: JsonObject, { handled }: JsonObject): boolean {
  if (handled === false) return true;
  return readValues(event['threads']).some((thread) => readObject(thread)?.['crashed'] === true);
}
