import { type JsonObject, readObject, readText, readValues } from '../../json/shape.ts';
import { toTypeName } from '../../reading/exceptions/type-name.ts';
import type { LinkedException, SentEvent } from '../../reading/sent-event.ts';
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
  /**
   * True when asyncio raised the exception to end a call, which it does in some versions of Python
   * alone. The exception that follows counts.
   */
  readonly isOfMachinery: boolean;
}

const MAX_EXCEPTIONS = 64;
const MAX_TYPE_LENGTH = 256;
const MAX_VALUE_LENGTH = 4000;

/**
 * Reads the exceptions; the last one is the exception that surfaced. When there are more than
 * `MAX_EXCEPTIONS`, leaves out those in the middle.
 */
type Context = Parameters<typeof readStack>[1];

export function readSentExceptions(sent: SentEvent, of: Context): SentException[] {
  return sent.listExceptions(MAX_EXCEPTIONS).map((linked) => readOne(linked, sent.event, of));
}

function readOne(linked: LinkedException, event: JsonObject, of: Context): SentException {
  const { source } = linked;
  const mechanism = readObject(source['mechanism']) ?? {};
  const value = readValue(source['value']);
  const sent = readStack(source['stacktrace'], of);
  const borrows = sent.frames.length === 0 && linked.parent === undefined;
  const stack = borrows ? readStack(findStacktrace(event, source['thread_id']), of) : sent;
  const type = readType(source, value, of);
  const isCancelled = type === 'CancelledError' && linked.parent !== undefined && value === '';
  const isOfMachinery = of.version > 1 && isCancelled && stack.listOwn().length === 0;
  if (isOfMachinery) of.differs = true;
  return {
    ...linked,
    mechanism,
    type,
    value,
    stack,
    isReported: borrows && !hasCrashed(event, mechanism),
    isOfMachinery,
  };
}

/** Some SDKs send the thrown object itself as the value. */
function readValue(value: unknown): string {
  const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
  return readText(text, MAX_VALUE_LENGTH) ?? '';
}

/** Names that newer versions of Python have for the same class. */
const ALIASES =
  /^(?:asyncio(?:\.exceptions)?|concurrent\.futures\._base)\.(?=(?:Timeout|Cancelled)Error$)/;

function readType(source: JsonObject, value: string, of: Context): string {
  const { language, version } = of;
  const sent = readText(source['type'], MAX_TYPE_LENGTH) ?? '';
  const module = readText(source['module'], MAX_TYPE_LENGTH);
  const { type } = toTypeName(sent, module, language);
  if (language === 'jvm') return toStableClass(type);
  if (language === 'python' && version > 1) {
    const known = type === 'socket.timeout' ? 'TimeoutError' : type.replace(ALIASES, '');
    if (known !== type) of.differs = true;
    return known;
  }
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
