import { parseDsn, toHexId, type EnvelopeHeader } from '#shared';
import type { EnvelopeRefusal } from './envelope.ts';
import { parseHeaderLine } from './header-line.ts';

/**
 * Parses an envelope's first line. Fields of a wrong type count as absent. Refuses only a line that
 * is no JSON object, is too long, or nests too deep.
 */
export function parseEnvelopeHeader(
  bytes: Buffer,
): { readonly ok: true; readonly header: EnvelopeHeader } | EnvelopeRefusal {
  const line = parseHeaderLine(bytes, 'envelope header');
  if (!line.ok) return line;
  const { event_id: eventId, dsn, sdk, trace, sent_at: sentAt } = line.fields;
  return { ok: true, header: toHeader({ eventId, dsn, sdk, trace, sentAt }) };
}

function toHeader(
  fields: Record<'eventId' | 'dsn' | 'sdk' | 'trace' | 'sentAt', unknown>,
): EnvelopeHeader {
  const eventId = toHexId(fields.eventId);
  const dsn = typeof fields.dsn === 'string' ? parseDsn(fields.dsn) : undefined;
  const traceId = toHexId(property(fields.trace, 'trace_id'));
  const sampleRate = property(fields.trace, 'sample_rate');
  const name = property(fields.sdk, 'name');
  const version = property(fields.sdk, 'version');
  const { sentAt } = fields;
  return {
    eventId: eventId || undefined,
    dsn,
    traceId: traceId || undefined,
    sampleRate:
      typeof sampleRate === 'string' || typeof sampleRate === 'number' ? sampleRate : undefined,
    sentAt: typeof sentAt === 'string' ? sentAt : undefined,
    sdk: typeof name === 'string' && typeof version === 'string' ? { name, version } : undefined,
  };
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
