import { type JsonObject, readObject } from '../json/shape.ts';
import { readMessage } from '../reading/message.ts';
import { type GroupingVersion, NEWEST_GROUPING } from '../reading/stack/grouping-version.ts';
import type { SentEvent } from '../reading/sent-event.ts';
import type { Images } from '../reading/stack/images.ts';
import type { Language } from '../reading/stack/language.ts';
import { findStacktrace } from '../reading/stack/threads.ts';
import { readSentExceptions, type SentException } from './exceptions/sent-exceptions.ts';
import type { Composition } from './description.ts';
import { isLogLine } from './log-line.ts';
import type { RecalledCall } from './stacks/judge-frame.ts';
import { readStack, type Stack } from './stacks/read-stack.ts';

export class EventReading {
  readonly event: JsonObject;
  readonly language: Language;
  readonly images: Images;
  differs = false;
  own: Composition | undefined;
  private read: readonly SentException[] | undefined;

  constructor(
    readonly sent: SentEvent,
    readonly version: GroupingVersion = NEWEST_GROUPING,
    /** Judgements of each stack's calls, shared with the reading for another version. */
    readonly recalled = new Map<unknown, (RecalledCall | undefined)[]>(),
  ) {
    this.event = sent.event;
    this.language = sent.language;
    this.images = sent.images;
  }

  /**
   * Empty when the only exception has no type and the event is a message or a log line, because
   * JavaScript SDKs send the stack of a text as an exception without a type.
   */
  get exceptions(): readonly SentException[] {
    this.read ??= this.isText() ? [] : readSentExceptions(this.sent, this);
    return this.read;
  }

  /**
   * Stack of an event without exceptions. JavaScript SDKs send this stack as an exception without a
   * type.
   */
  get stack(): Stack {
    const thrown = this.sent.listSources()[0];
    const own = thrown && readStack(thrown['stacktrace'], this);
    return own && own.frames.length > 0 ? own : readStack(findStacktrace(this.event), this);
  }

  private isText(): boolean {
    const thrown = this.sent.listSources();
    if (thrown.length !== 1 || thrown[0]!['type']) return false;
    if (isLogLine(this.event, this.version)) return true;
    if (this.version === 1 || !this.isMessage(thrown[0]!)) return false;
    this.differs = true;
    return true;
  }

  /** True when the exception has the words of the event's message. */
  private isMessage({ value, mechanism }: JsonObject): boolean {
    const message = readMessage(this.event);
    if (message === undefined) return false;
    return value === message || readObject(mechanism)?.['synthetic'] === true;
  }
}
