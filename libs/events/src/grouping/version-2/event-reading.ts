import type { JsonObject } from '../../json/shape.ts';
import type { SentEvent } from '../../reading/sent-event.ts';
import type { Language } from '../../reading/stack/language.ts';
import { readSentExceptions, type SentException } from './exceptions/sent-exceptions.ts';

/** What a later version does to a text before version 2 reads it. */
export type RewriteText = (text: string, language: Language) => string;

/** An event with what is read of it for grouping, each once and when it is first asked for. */
export class EventReading {
  readonly event: JsonObject;
  readonly language: Language;
  private read: readonly SentException[] | undefined;

  constructor(
    private readonly sent: SentEvent,
    private readonly rewriteText?: RewriteText,
  ) {
    this.event = sent.event;
    this.language = sent.language;
  }

  /** The same event, whose texts are rewritten. */
  withTexts(rewriteText: RewriteText): EventReading {
    const reading = new EventReading(this.sent, rewriteText);
    reading.read = this.exceptions;
    return reading;
  }

  /** A text of the event as it is to be read for a key. */
  toText(sent: string): string {
    return this.rewriteText?.(sent, this.language) ?? sent;
  }

  get exceptions(): readonly SentException[] {
    this.read ??= readSentExceptions(this.sent);
    return this.read;
  }
}
