import type { JsonObject } from '../json/shape.ts';
import type { SentEvent } from '../reading/sent-event.ts';
import type { Language } from '../reading/stack/language.ts';
import { findStacktrace } from '../reading/stack/threads.ts';
import { readSentExceptions, type SentException } from './exceptions/sent-exceptions.ts';
import { isLogLine } from './log-line.ts';
import { readStack, type Stack } from './stacks/read-stack.ts';

export class EventReading {
  readonly event: JsonObject;
  readonly language: Language;
  private read: readonly SentException[] | undefined;

  constructor(readonly sent: SentEvent) {
    this.event = sent.event;
    this.language = sent.language;
  }

  /**
   * Empty when the only exception has no type and the event is a log line, because JavaScript SDKs
   * send a log line's stack as an exception without a type.
   */
  get exceptions(): readonly SentException[] {
    this.read ??= this.isLine() ? [] : readSentExceptions(this.sent);
    return this.read;
  }

  /**
   * Stack of an event without exceptions. JavaScript SDKs send this stack as an exception without a
   * type.
   */
  get stack(): Stack {
    const thrown = this.sent.listSources()[0];
    const own = thrown && readStack(thrown['stacktrace'], this.sent);
    return own && own.frames.length > 0 ? own : readStack(findStacktrace(this.event), this.sent);
  }

  private isLine(): boolean {
    const thrown = this.sent.listSources();
    return thrown.length === 1 && !thrown[0]!['type'] && isLogLine(this.event);
  }
}
