import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { reportLimits } from '#shared';
import { malformed, tooLarge } from '../../envelope/envelope.ts';
import { openItem } from '../../envelope/write-envelope.ts';
import type { BodyReading, Opened } from '../body/body-reading.ts';
import type { Refusal } from '../refusal.ts';
import type { Door, Passage } from './door.ts';

const LINE_END = Buffer.from('\n');
const MOST_NAME_LENGTH = 1000;
const MOST_TYPE_LENGTH = 200;

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
  private readonly over: Promise<void>;
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
    this.over = new Promise((resolve) => {
      this.parser?.once('finish', resolve).on('error', () => {
        this.refuse(malformed('The form cannot be read.'));
        resolve();
      });
    });
    this.parser
      ?.on(
        'file',
        (_field: string, stream: Readable, name: string | undefined, _, type: string) => {
          // Where the body ends inside it; without anybody who hears that, it would end the process.
          stream.on('error', () => this.refuse(malformed('The form ends within a file.')));
          // The next one is met before the last bytes of this one come out of its stream.
          this.turn = this.turn.then(() => this.takeFile(stream, toFacts(name, type)));
        },
      )
      .on('filesLimit', () => {
        this.refuse(tooLarge(`The form holds more than ${reportLimits.items} files.`));
      });
  }

  get behind(): Promise<void> | undefined {
    return this.isFull
      ? once(this.parser!, 'drain').then(() => undefined)
      : this.passage.kept.behind;
  }

  push(chunk: Buffer): Refusal | undefined {
    if (!this.parser) return malformed('It is no form with a boundary.');
    this.isFull = !this.parser.write(chunk);
    return this.refusal;
  }

  async finish(): Promise<Opened | Refusal> {
    if (!this.parser) return malformed('It is no form with a boundary.');
    this.parser.end();
    await this.over;
    if (!this.refusal) await this.turn;
    if (this.refusal) return this.refusal;
    const contents = { kept: this.files === 0 ? {} : { attachment: this.files }, filtered: {} };
    return { ok: true, eventId: this.facts.eventId, items: this.files, contents };
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

/** Undefined when the type of the request names no boundary. */
function createParser(contentType = ''): BusboyInstance | undefined {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      // What is in fields is not kept: a byte of each is held.
      limits: { files: reportLimits.items, fieldSize: 1, headerPairs: 20 },
    });
  } catch {
    return undefined;
  }
}
