import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { reportLimits } from '#shared';
import { malformed, tooLarge } from '../../envelope/envelope.ts';
import { openItem } from '../../envelope/write-envelope.ts';
import type { BodyReading, Opened } from '../body/body-reading.ts';
import type { Refusal } from '../refusal.ts';
import { type ReportFormat, isOverBudget, type BodyContext } from './report-format.ts';

const LINE_END = Buffer.from('\n');
const MOST_NAME_LENGTH = 1000;
const MOST_TYPE_LENGTH = 200;
const MOST_FIELDS = 100;
/** Turns of the event loop to wait for the parser. Every legitimate wait ends after a few turns. */
const MOST_TURNS = 1000;
const FORM_TYPE = /^multipart\/form-data\s*;/i;

/**
 * Accepts the files of a form as attachments of an event. The event may arrive before or after its
 * attachments. `contentType` is the request's header, which contains the form's boundary.
 */
export function createAttachmentsFormat(
  eventId: string,
  contentType: string | undefined,
): ReportFormat {
  return {
    kind: 'attachment',
    hasHeader: false,
    open: (passage) => new FormReading(passage, { eventId, contentType }),
  };
}

interface FormFacts {
  readonly eventId: string;
  readonly contentType: string | undefined;
}

class FormReading implements BodyReading {
  private readonly parser: BusboyInstance | undefined;
  private isOver = false;
  private turn: Promise<void> = Promise.resolve();
  private refusal: Refusal | undefined;
  private files = 0;
  private isFull = false;

  constructor(
    private readonly passage: BodyContext,
    private readonly facts: FormFacts,
  ) {
    this.parser = createParser(facts.contentType);
    this.parser
      ?.on('finish', () => (this.isOver = true))
      .on('drain', () => (this.isFull = false))
      .on('error', () => this.refuse(unreadable()))
      .on('file', (_field: string, stream: Readable, name: string | undefined, _, type: string) => {
        // The parser emits this error when the body ends within a file. An unhandled error event
        // would end the process.
        stream.on('error', () => this.refuse(malformed('The form ends within a file.')));
        // The parser announces the next file before the stream of this file has delivered its last
        // bytes.
        this.turn = this.turn.then(() => this.takeFile(stream, toFacts(name, type)));
      })
      .on('filesLimit', () => {
        this.refuse(tooLarge(`The form holds more than ${reportLimits.items} files.`));
      })
      .on('fieldsLimit', () => this.refuse(tooManyParts()))
      .on('partsLimit', () => this.refuse(tooManyParts()));
  }

  get behind(): Promise<void> | undefined {
    return this.isFull ? this.waitUntil(() => !this.isFull) : this.passage.kept.behind;
  }

  push(chunk: Buffer): Refusal | undefined {
    if (!this.parser) return malformed('It is no form with a boundary.');
    if (isOverBudget(this.passage)) return { ok: false, code: 'report.over_budget' };
    this.isFull = !this.parser.write(chunk);
    return this.refusal;
  }

  async finish(): Promise<Opened | Refusal> {
    if (!this.parser) return malformed('It is no form with a boundary.');
    if (this.refusal) return this.refusal;
    this.parser.end();
    await this.waitUntil(() => this.isOver);
    if (!this.refusal) await this.turn;
    if (this.refusal) return this.refusal;
    if (this.files === 0) return malformed('The form holds no file.');
    const contents = { kept: { attachment: this.files }, filtered: {} };
    return { ok: true, eventId: this.facts.eventId, items: this.files, contents };
  }

  /**
   * Resolves when `hasMoved` returns true or the form was refused. The parser waits only for its
   * own streams, which need turns of the event loop, not time. The number of turns is limited,
   * because the parser has a bug: it waits for ever when a skipped part ends in the chunk that
   * fills its buffer.
   */
  private async waitUntil(hasMoved: () => boolean): Promise<void> {
    for (let turns = 0; turns < MOST_TURNS; turns += 1) {
      if (hasMoved() || this.refusal) return;
      await nextTurn();
    }
    this.refuse(unreadable());
  }

  private takeFile(stream: Readable, facts: Record<string, unknown>): Promise<void> {
    const { kept } = this.passage;
    if (this.files === 0) this.keep(Buffer.from(`{"event_id":"${this.facts.eventId}"}\n`));
    this.files += 1;
    const { header, lengthOffset } = openItem({ type: 'attachment', ...facts });
    const offset = kept.bytes + lengthOffset;
    this.keep(header);
    let bytes = 0;
    return new Promise((resolve) => {
      stream
        .on('data', (piece: Buffer) => {
          bytes += piece.length;
          if (bytes > reportLimits.attachmentBytes) this.refuse(tooLargeFile());
          else this.keep(piece);
        })
        .on('end', () => {
          this.keep(LINE_END);
          kept.patch(offset, Buffer.from(String(bytes)));
          resolve();
        });
    });
  }

  private keep(bytes: Buffer): void {
    if (this.refusal) return;
    const refusal = this.passage.kept.keep([bytes], bytes.length);
    if (refusal) this.refuse(refusal);
  }

  private refuse(refusal: Refusal): void {
    this.refusal ??= refusal;
  }
}

function unreadable(): Refusal {
  return malformed('The form cannot be read.');
}

function tooManyParts(): Refusal {
  return tooLarge(`The form holds more than ${MOST_FIELDS} fields.`);
}

function tooLargeFile(): Refusal {
  return tooLarge('A file is larger than an attachment may be.');
}

/**
 * Shortens name and type, so that the item header stays within its limit even when they are
 * escaped.
 */
function toFacts(name: string | undefined, type: string): Record<string, unknown> {
  return {
    filename: name?.slice(-MOST_NAME_LENGTH),
    content_type: type.slice(0, MOST_TYPE_LENGTH),
  };
}

function createParser(contentType = ''): BusboyInstance | undefined {
  if (!FORM_TYPE.test(contentType)) return undefined;
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: {
        files: reportLimits.items,
        fields: MOST_FIELDS,
        parts: reportLimits.items + MOST_FIELDS,
        fieldSize: 1,
        headerPairs: 20,
      },
    });
  } catch {
    return undefined;
  }
}
