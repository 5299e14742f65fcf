import type { JsonObject } from '../json/shape.ts';
import type { SentEvent } from '../reading/sent-event.ts';
import type { Language } from '../reading/stack/language.ts';
import { findStacktrace } from '../reading/stack/threads.ts';
import { readSentExceptions, type SentException } from './exceptions/sent-exceptions.ts';
import { isLogLine } from './log-line.ts';
import { readStack, type Stack } from './stacks/read-stack.ts';

/** An event with what is read of it for grouping, each once and when it is first asked for. */
export class EventReading {
  readonly event: JsonObject;
  readonly language: Language;
  private read: readonly SentException[] | undefined;

  constructor(readonly sent: SentEvent) {
    this.event = sent.event;
    this.language = sent.language;
  }

  /** None where the only one has no type and there is a log line: SDKs of JavaScript send the stack of a line so. */
  get exceptions(): readonly SentException[] {
    this.read ??= this.isLine() ? [] : readSentExceptions(this.sent);
    return this.read;
  }

  /** The stack of what nothing was raised for. */
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
