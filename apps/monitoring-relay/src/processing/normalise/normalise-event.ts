import type { JsonValue, NormalisedEvent } from '#shared';
import type { EnvelopeHeader } from '../../envelope/envelope.ts';
import { toHexId } from '../../envelope/envelope-header.ts';
import { normaliseBreadcrumbs } from './breadcrumbs.ts';
import { CutNotes } from './cut-notes.ts';
import { normaliseExceptions } from './exceptions.ts';
import { fieldLimits, jsonLimits, listLimits } from './field-limits.ts';
import { JsonBudget } from './json-budget.ts';
import { readLevel } from './levels.ts';
import { readMessage } from './message.ts';
import { normaliseRequest } from './request.ts';
import { type JsonObject, readArray, readObject, readText } from './shape.ts';
import { normaliseTags } from './tags.ts';
import { readOccurredAtMs } from './timestamps.ts';
import { normaliseUser } from './user.ts';

/** What the relay knows of an event apart from its payload. */
export interface EventOrigin {
  readonly eventId: string;
  readonly projectId: number;
  readonly receivedAtMs: number;
  /** IP address of who sent it, where that is known. */
  readonly senderAddress?: string | undefined;
  readonly envelope: EnvelopeHeader;
  /** Notes of earlier cuts. */
  readonly cut?: readonly string[];
}

/**
 * Makes an event of whatever object was sent as one: every field is taken where it has its shape,
 * dropped where it has not, and cut to its limit. Attributes as
 * https://develop.sentry.dev/sdk/foundations/transport/event-payloads/ names them. Never
 * throws for an object no deeper than `reportLimits.jsonDepth`.
 */
export function normaliseEvent(event: JsonObject, origin: EventOrigin): NormalisedEvent {
  const notes = new CutNotes(origin.cut);
  const variables = new JsonBudget(jsonLimits.variables, 'variables of frames', notes);
  const breadcrumbData = new JsonBudget(jsonLimits.breadcrumbData, 'data of breadcrumbs', notes);
  const contexts = normaliseContexts(event['contexts'], notes);
  return {
    eventId: origin.eventId,
    projectId: origin.projectId,
    occurredAtMs: readOccurredAtMs(event['timestamp'], origin.receivedAtMs),
    receivedAtMs: origin.receivedAtMs,
    level: readLevel(event['level'], 'error'),
    platform: readText(event['platform'], fieldLimits.name) ?? 'other',
    ...readNames(event),
    message: readMessage(event),
    exceptions: normaliseExceptions(event, { variables, notes }),
    breadcrumbs: normaliseBreadcrumbs(event['breadcrumbs'], { data: breadcrumbData, notes }),
    tags: normaliseTags(event['tags'], notes),
    user: normaliseUser(event, origin.senderAddress),
    request: normaliseRequest(event['request']),
    contexts,
    extra: new JsonBudget(jsonLimits.extra, 'extra', notes).copyObject(event['extra']) ?? {},
    fingerprint: readFingerprint(event['fingerprint']),
    sdk: readSdk(event['sdk']) ?? origin.envelope.sdk,
    traceId: toHexId(contexts['trace']?.['trace_id']) ?? origin.envelope.traceId,
    cut: notes.list(),
  };
}

function readNames(event: JsonObject) {
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

function normaliseContexts(value: unknown, notes: CutNotes): NormalisedEvent['contexts'] {
  const budget = new JsonBudget(jsonLimits.contexts, 'contexts', notes);
  const all = budget.copyObject(value) ?? {};
  const contexts: Record<string, Readonly<Record<string, JsonValue>>> = {};
  for (const [name, context] of Object.entries(all)) {
    if (readObject(context)) contexts[name] = context as Record<string, JsonValue>;
  }
  return contexts;
}

function readFingerprint(value: unknown): string[] | undefined {
  const parts = (readArray(value) ?? [])
    .slice(0, listLimits.fingerprintParts)
    .map((part) => readText(part, fieldLimits.fingerprintPart))
    .filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts;
}

function readSdk(value: unknown): NormalisedEvent['sdk'] {
  const name = readText(readObject(value)?.['name'], fieldLimits.name);
  const version = readText(readObject(value)?.['version'], fieldLimits.name);
  return name === undefined ? undefined : { name, version: version ?? '' };
}
