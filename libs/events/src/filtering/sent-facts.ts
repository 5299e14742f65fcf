import { filterLimits } from '#shared';
import { CutNotes } from '../json/cut-notes.ts';
import { fieldLimits } from '../json/field-limits.ts';
import {
  type JsonObject,
  readArray,
  readObject,
  readPairs,
  readText,
  readValues,
} from '../json/shape.ts';
import { SentEvent } from '../reading/sent-event.ts';
import { readTitledExceptions } from '../reading/exceptions/exceptions.ts';
import { readMessage } from '../reading/message.ts';
import { StackReader } from '../reading/stack/frames.ts';
import { findStacktrace } from '../reading/stack/threads.ts';

/** What a filter asks of an event that has the form in which SDKs send events. Nothing here throws. */

/** Whether a page sent it. SDKs on servers and devices that call their platform JavaScript name their runtime or server. */
export function isFromBrowser(event: JsonObject): boolean {
  if (event['platform'] !== 'javascript' || 'server_name' in event) return false;
  return readObject(readObject(event['contexts'])?.['runtime']) === undefined;
}

/** Of the request that the event is of: in a browser its own. */
export function findUserAgent(event: JsonObject): string | undefined {
  const headers = readPairs(readObject(event['request'])?.['headers']);
  const agent = headers.find(
    ([name]) => typeof name === 'string' && name.toLowerCase() === 'user-agent',
  )?.[1];
  return readText(readArray(agent)?.[0] ?? agent, fieldLimits.headerValue);
}

/** Of the page or the request; undefined where there is none, or it is none. */
export function findAddress(event: JsonObject): URL | undefined {
  const address = readText(readObject(event['request'])?.['url'], fieldLimits.address);
  return address !== undefined && URL.canParse(address) ? new URL(address) : undefined;
}

/** Frames as they were sent, the outermost call first: of each exception that has any, else of the event's message. */
export function listStacks(event: JsonObject): readonly (readonly JsonObject[])[] {
  const stacks = listExceptions(event)
    .map(({ stacktrace }) => readFrames(stacktrace))
    .filter((frames) => frames.length > 0);
  if (stacks.length > 0) return stacks;
  const frames = readFrames(findStacktrace(event));
  return frames.length > 0 ? [frames] : [];
}

/** Where the code of a frame is loaded from. */
export function readSource(frame: JsonObject): string | undefined {
  return (
    readText(frame['abs_path'], fieldLimits.path) ?? readText(frame['filename'], fieldLimits.path)
  );
}

/** An exception, or the message of an event, which has no type. Each is one line. */
export interface Said {
  readonly type: string;
  readonly value: string;
}

/** What the exceptions say, the one that surfaced first, and then the message. */
export function listSaid(event: JsonObject): readonly Said[] {
  const notes = new CutNotes();
  const stacks = new StackReader(event, { notes });
  const exceptions = readTitledExceptions(new SentEvent(event), { stacks, notes })
    .toReversed()
    .map(({ type, value }) => ({ type, value: toOneLine(value) }));
  const message = toOneLine(readMessage(event) ?? '');
  return message === '' ? exceptions : [...exceptions, { type: '', value: message }];
}

/** `TypeError: x is undefined`, or as much of it as there is. */
export function toSaidText({ type, value }: Said): string {
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
