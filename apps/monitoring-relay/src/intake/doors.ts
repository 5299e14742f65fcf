import { randomUUID } from 'node:crypto';
import { type ItemKind, reportLimits } from '#shared';
import type { EnvelopeRefusal } from '../envelope/envelope.ts';
import { parseEnvelope } from '../envelope/parse-envelope.ts';
import { readSecurityReports } from '../envelope/read-security-reports.ts';
import { readStoredEvent } from './read-stored-event.ts';
import { type WrittenItem, writeEnvelope } from '../envelope/write-envelope.ts';
import type { KindCounts, ReportContents } from '../outcomes/report-contents.ts';
import { AttachmentSieve } from './attachment-sieve.ts';
import type { BodySieve } from './body-sieve.ts';
import { countContents, findKeptPart, type KeptPart } from './kept-part.ts';
import { PlainBody } from './plain-body.ts';
import { chooseEventId, readOwnId } from './report-id.ts';

/** What becomes of a body: what its sender is told, and what is kept of it. */
export type Opened =
  | {
      readonly ok: true;
      readonly eventId: string | undefined;
      /** Undefined when there is nothing in it that is processed. */
      readonly kept: KeptPart | undefined;
      readonly contents: ReportContents;
    }
  | EnvelopeRefusal;

/** A form in which reports come. */
export interface Door {
  /** What a body counts as that is refused before it is known what is in it. */
  readonly kind: ItemKind;
  /** Whether the body begins with a line that may say who reports. */
  readonly hasHeader: boolean;
  readonly createSieve: () => BodySieve;
  readonly open: (body: Buffer) => Opened;
}

/** Base64 makes four bytes of three. */
const STORED_BYTES = 2 * reportLimits.eventBytes;

export const envelopeDoor: Door = {
  kind: 'unknown',
  hasHeader: true,
  createSieve: () => new AttachmentSieve(),
  open: (body) => {
    const parsed = parseEnvelope(body);
    if (!parsed.ok) return parsed;
    const { envelope } = parsed;
    return {
      ok: true,
      eventId: chooseEventId(envelope),
      kept: findKeptPart(body, envelope.items),
      contents: countContents(envelope.items),
    };
  },
};

/** An event alone, as SDKs before envelopes send it. */
export const storeDoor: Door = {
  kind: 'error',
  hasHeader: false,
  createSieve: () => new PlainBody(STORED_BYTES),
  open: (body) => {
    const read = readStoredEvent(body);
    if (!read.ok) return read;
    const eventId = readOwnId(read.event) ?? createId();
    const items = [{ type: 'event', payload: read.event }];
    const contents = { kept: { error: 1 }, filtered: {} };
    return { ok: true, eventId, kept: wrap(eventId, items), contents };
  },
};

/** Violations of a Content-Security-Policy, as browsers send them. */
export const securityDoor: Door = {
  kind: 'security',
  hasHeader: false,
  createSieve: () => new PlainBody(reportLimits.eventBytes),
  open: (body) => {
    const read = readSecurityReports(body);
    if (!read.ok) return read;
    const contents = {
      kept: countSecurity(read.reports.length),
      filtered: countSecurity(read.others),
    };
    if (read.reports.length === 0) {
      return { ok: true, eventId: undefined, kept: undefined, contents };
    }
    const eventId = createId();
    const items = read.reports.map((payload) => ({ type: 'raw_security', payload }));
    return { ok: true, eventId, kept: wrap(eventId, items), contents };
  },
};

function wrap(eventId: string, items: readonly WrittenItem[]): KeptPart {
  return { body: writeEnvelope({ event_id: eventId }, items), items: items.length };
}

function countSecurity(reports: number): KindCounts {
  return reports === 0 ? {} : { security: reports };
}

function createId(): string {
  return randomUUID().replaceAll('-', '');
}
