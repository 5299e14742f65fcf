import type { JsonObject } from '../json/shape.ts';
import type { SentEvent } from '../reading/sent-event.ts';
import type { Language } from '../reading/stack/language.ts';
import { readSentExceptions, type SentException } from './exceptions/sent-exceptions.ts';

/** An event with what is read of it for grouping, each once and when it is first asked for. */
export class EventReading {
  readonly event: JsonObject;
  readonly language: Language;
  private read: readonly SentException[] | undefined;

  constructor(private readonly sent: SentEvent) {
    this.event = sent.event;
    this.language = sent.language;
  }

  get exceptions(): readonly SentException[] {
    this.read ??= readSentExceptions(this.sent);
    return this.read;
  }
}
