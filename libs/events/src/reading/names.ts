import { toHexId } from '#shared';
import { fieldLimits } from '../json/field-limits.ts';
import { type JsonObject, readObject, readText } from '../json/shape.ts';
import type { EventMeta } from '../storing/stored-event.ts';

/** What names the event and where it happened. */
export function readNames(event: JsonObject) {
  return {
    logger: readText(event['logger'], fieldLimits.name),
    transaction:
      readText(event['transaction'], fieldLimits.name) ??
      readText(event['culprit'], fieldLimits.name),
    serverName: readText(event['server_name'], fieldLimits.name),
    environment: readText(event['environment'], fieldLimits.environment),
    release: readText(event['release'], fieldLimits.release),
    dist: readText(event['dist'], fieldLimits.environment),
  };
}

/** 32 lower-case hex digits: of the event's own context, else of the envelope. */
export function readTraceId(event: JsonObject, meta: EventMeta): string | undefined {
  const trace = readObject(readObject(event['contexts'])?.['trace']);
  return toHexId(trace?.['trace_id']) ?? meta.traceId;
}
