import { toHexId } from '#shared';
import type { CutNotes } from '../json/cut-notes.ts';
import { fieldLimits } from '../json/field-limits.ts';
import { type JsonObject, readObject, readText } from '../json/shape.ts';
import type { EventMeta } from '../storing/stored-event.ts';

export function readNames(event: JsonObject, notes?: CutNotes) {
  const read = (field: string, maxLength: number = fieldLimits.name): string | undefined => {
    notes?.noteLength(event[field], maxLength, field.replace('_', ' '));
    return readText(event[field], maxLength);
  };
  return {
    logger: read('logger'),
    transaction: read('transaction') ?? read('culprit'),
    serverName: read('server_name'),
    environment: read('environment', fieldLimits.environment),
    release: read('release', fieldLimits.release),
    dist: read('dist', fieldLimits.environment),
  };
}

/** Returns 32 lower-case hex digits from the event's `trace` context, or else from the envelope. */
export function readTraceId(event: JsonObject, meta: EventMeta): string | undefined {
  const trace = readObject(readObject(event['contexts'])?.['trace']);
  return toHexId(trace?.['trace_id']) ?? meta.traceId;
}
