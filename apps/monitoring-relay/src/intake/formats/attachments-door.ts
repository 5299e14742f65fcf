import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { reportLimits } from '#shared';
import { malformed, tooLarge } from '../../envelope/envelope.ts';
import { openItem } from '../../envelope/write-envelope.ts';
import type { BodyReading, Opened } from '../body/body-reading.ts';
import type { Refusal } from '../refusal.ts';
import { type Door, isOverBudget, type Passage } from './door.ts';

const LINE_END = Buffer.from('\n');
const MOST_NAME_LENGTH = 1000;
const MOST_TYPE_LENGTH = 200;
/** What a form may hold beside its files. */
const MOST_FIELDS = 100;
/** Nothing that the parser waits for takes more than a few. */
const MOST_TURNS = 1000;
const FORM_TYPE = /^multipart\/form-data\s*;/i;

/** Files of a form, for an event that was sent, or will be. `contentType`: of the request. */
export function createAttachmentsDoor(eventId: string, contentType: string | undefined): Door {
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

/** Keeps the files of a form as the attachments of an envelope, while they arrive. */
class FormReading implements BodyReading {
  private readonly parser: BusboyInstance | undefined;
  private isOver = false;
  /** Resolves when the files before have been taken. */
  private turn: Promise<void> = Promise.resolve();
  private refusal: Refusal | undefined;
  private files = 0;
  private isFull = false;

  constructor(
    private readonly passage: Passage,
    private readonly facts: FormFacts,
  ) {
    this.parser = createParser(facts.contentType);
    this.parser
      ?.on('finish', () => (this.isOver = true))
      .on('drain', () => (this.isFull = false))
      .on('error', () => this.refuse(unreadable()))
      .on('file', (_field: string, stream: Readable, name: string | undefined, _, type: string) => {
        // Where the body ends inside it; without anybody who hears that, it would end the process.
        stream.on('error', () => this.refuse(malformed('The form ends within a file.')));
        // The next one is met before the last bytes of this one come out of its stream.
        this.turn = this.turn.then(() => this.takeFile(stream, toFacts(name, type)));
      })
      .on('filesLimit', () => {
        this.refuse(tooLarge(`The form holds more than ${reportLimits.items} files.`));
      })
      .on('fieldsLimit', () => this.refuse(tooManyParts()))
      .on('partsLimit', () => this.refuse(tooManyParts()));
  }

  get behind(): Promise<void> | undefined {
    return this.isFull ? this.untilMoved(() => !this.isFull) : this.passage.kept.behind;
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
    await this.untilMoved(() => this.isOver);
    if (!this.refusal) await this.turn;
    if (this.refusal) return this.refusal;
    if (this.files === 0) return malformed('The form holds no file.');
    const contents = { kept: { attachment: this.files }, filtered: {} };
    return { ok: true, eventId: this.facts.eventId, items: this.files, contents };
  }

  /**
   * Resolves when it has, or with a refusal. The parser waits for its own streams alone, which takes turns and no
   * time; and for ever where a part that it skips ends in the very chunk by which it was full.
   */
  private async untilMoved(hasMoved: () => boolean): Promise<void> {
    for (let turns = 0; turns < MOST_TURNS; turns += 1) {
      if (hasMoved() || this.refusal) return;
      // One after the other is the point.
      await nextTurn();
    }
    this.refuse(unreadable());
  }

  /** Its length is written over the header's once it is known. */
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

/** Short enough for the header of an item, however it is escaped there. */
function toFacts(name: string | undefined, type: string): Record<string, unknown> {
  return {
    filename: name?.slice(-MOST_NAME_LENGTH),
    content_type: type.slice(0, MOST_TYPE_LENGTH),
  };
}

/** Undefined when the type of the request is none of a form with files, or names no boundary. */
function createParser(contentType = ''): BusboyInstance | undefined {
  if (!FORM_TYPE.test(contentType)) return undefined;
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      // What is in fields is not kept: a byte of each is held.
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
