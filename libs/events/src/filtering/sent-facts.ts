import { filterLimits } from '#shared';
import { CutNotes } from '../json/cut-notes.ts';
import { fieldLimits } from '../json/field-limits.ts';
import {
  type JsonObject,
  readArray,
  readObject,
  findHeader,
  readText,
  readValues,
} from '../json/shape.ts';
import { SentEvent } from '../reading/sent-event.ts';
import { readTitledExceptions } from '../reading/exceptions/exceptions.ts';
import { readMessage } from '../reading/message.ts';
import { StackReader } from '../reading/stack/frames.ts';
import { findStacktrace } from '../reading/stack/threads.ts';

/**
 * Filters use these functions to read facts from an event in the form SDKs send. None of these
 * functions throws.
 */

/**
 * True when a web page sent the event. SDKs on servers and devices also use the platform
 * `javascript`, but their events name a runtime or a server.
 */
export function isFromBrowser(event: JsonObject): boolean {
  if (event['platform'] !== 'javascript' || 'server_name' in event) return false;
  return readObject(readObject(event['contexts'])?.['runtime']) === undefined;
}

export function findUserAgent(event: JsonObject): string | undefined {
  const agent = findHeader(readObject(event['request'])?.['headers'], 'user-agent');
  return readText(readArray(agent)?.[0] ?? agent, fieldLimits.headerValue);
}

export function findAddress(event: JsonObject): URL | undefined {
  const address = readText(readObject(event['request'])?.['url'], fieldLimits.address);
  return address !== undefined && URL.canParse(address) ? new URL(address) : undefined;
}

/**
 * Lists the frames in the order sent, outermost call first. Returns one list for each exception
 * with frames. When no exception has frames, returns the stack of the message.
 */
export function listStacks(event: JsonObject): readonly (readonly JsonObject[])[] {
  const stacks = listExceptions(event)
    .map(({ stacktrace }) => readFrames(stacktrace))
    .filter((frames) => frames.length > 0);
  if (stacks.length > 0) return stacks;
  const frames = readFrames(findStacktrace(event));
  return frames.length > 0 ? [frames] : [];
}

export function readSource(frame: JsonObject): string | undefined {
  return (
    readText(frame['abs_path'], fieldLimits.path) ?? readText(frame['filename'], fieldLimits.path)
  );
}

/**
 * An exception, or the event's message, for which `type` is empty. Neither field contains line
 * breaks.
 */
export interface EventText {
  readonly type: string;
  readonly value: string;
}

/**
 * Lists the exceptions from the surfaced one to the root cause, followed by the event's message.
 */
export function listEventTexts(event: JsonObject): readonly EventText[] {
  const notes = new CutNotes();
  const stacks = new StackReader(event, { notes });
  const exceptions = readTitledExceptions(new SentEvent(event), { stacks, notes })
    .toReversed()
    .map(({ type, value }) => ({ type, value: toOneLine(value) }));
  const message = toOneLine(readMessage(event) ?? '');
  return message === '' ? exceptions : [...exceptions, { type: '', value: message }];
}

export function formatText({ type, value }: EventText): string {
  return [type, value].filter(Boolean).join(': ');
}

function listExceptions(event: JsonObject): readonly JsonObject[] {
  const { exception } = event;
  const listed = readValues(exception);
  return (listed.length > 0 ? listed : [exception])
    .map(readObject)
    .filter((each) => each !== undefined);
}

function readFrames(stacktrace: unknown): readonly JsonObject[] {
  return (readArray(readObject(stacktrace)?.['frames']) ?? [])
    .map(readObject)
    .filter((frame) => frame !== undefined);
}

function toOneLine(text: string): string {
  return text.slice(0, filterLimits.textLength).replaceAll(/\s+/g, ' ').trim();
}
