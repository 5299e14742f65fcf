import { tooLarge } from '../../envelope/envelope.ts';
import { GatheredBytes } from '../../envelope/gathered-bytes.ts';
import { type WrittenItem, writeEnvelope } from '../../envelope/write-envelope.ts';
import type { BodyReading, Opened } from '../body/body-reading.ts';
import type { Refusal } from '../refusal.ts';
import type { BodyContext } from './report-format.ts';

export type ParsedBody = Omit<Opened, 'items'> & { readonly items: readonly WrittenItem[] };

export interface WholeBodyRules {
  readonly maxBytes: number;
  readonly understand: (body: Buffer) => ParsedBody | Refusal;
}

export class WholeBody implements BodyReading {
  readonly behind = undefined;
  private readonly chunks = new GatheredBytes();
  private bytes = 0;

  constructor(
    private readonly passage: Pick<BodyContext, 'kept' | 'share'>,
    private readonly rules: WholeBodyRules,
  ) {}

  push(chunk: Buffer): Refusal | undefined {
    this.bytes += chunk.length;
    if (this.bytes > this.rules.maxBytes) {
      return tooLarge('It is more than a report of its kind may be.');
    }
    if (!this.passage.share.take(chunk.length)) return { ok: false, code: 'relay.busy' };
    this.chunks.add(chunk);
    return undefined;
  }

  async finish(): Promise<Opened | Refusal> {
    const understood = this.rules.understand(this.chunks.join());
    if (!understood.ok) return understood;
    const { items, eventId } = understood;
    if (items.length > 0) {
      const envelope = writeEnvelope(eventId === undefined ? {} : { event_id: eventId }, items);
      const refusal = this.passage.kept.keep([envelope], envelope.length);
      if (refusal) return refusal;
    }
    return { ...understood, items: items.length };
  }
}
