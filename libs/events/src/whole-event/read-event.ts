import type { JsonValue, NormalisedEvent } from '#shared';
import { fieldLimits, jsonLimits, listLimits } from '../json/field-limits.ts';
import { JsonBudget } from '../json/json-budget.ts';
import { type JsonObject, readArray, readObject } from '../json/shape.ts';
import type { StoredEvent } from '../storing/stored-event.ts';
import { normaliseBreadcrumbs } from '../reading/breadcrumbs.ts';
import { CutNotes } from '../json/cut-notes.ts';
import { readExceptions } from '../reading/exceptions/exceptions.ts';
import { readLevel } from '../reading/levels.ts';
import { readMessage, readTemplate } from '../reading/message.ts';
import { readNames, readTraceId } from '../reading/names.ts';
import { toTitle } from './read-title.ts';
import { withTitleOfRule } from './title-of-rule.ts';
import { SentEvent } from '../reading/sent-event.ts';
import { StackReader } from '../reading/stack/frames.ts';
import { readDebugImages } from '../reading/stack/images.ts';
import { findStacktrace, readThreads } from '../reading/stack/threads.ts';
import { normaliseRequest } from '../reading/request.ts';
import { normaliseTags } from '../reading/tags.ts';
import { MAX_SENDING_MS, readTime } from '../reading/timestamps.ts';
import { readModules, readSdk } from '../reading/sdk.ts';
import { withClient } from '../reading/client.ts';
import { toSdkEvent } from '../reading/to-sdk-event.ts';
import { countMapped } from '../reading/mapping/map-event.ts';
import { readUser } from '../reading/user.ts';

/**
 * Reads an event from any object. Cuts fields of the right type to their limits and drops all other
 * fields. Field names follow https://develop.sentry.dev/sdk/foundations/transport/event-payloads/
 *
 * Never throws for an object no deeper than `reportLimits.jsonDepth`.
 */
export function readEvent({ meta, event: sent }: StoredEvent): NormalisedEvent {
  const event = toSdkEvent(meta.source, sent, meta);
  const notes = new CutNotes(meta.cut);
  const variables = new JsonBudget(jsonLimits.variables, 'the variables of frames', notes);
  const breadcrumbData = new JsonBudget(
    jsonLimits.breadcrumbData,
    'the data of breadcrumbs',
    notes,
  );
  const platform = notes.readText(event['platform'], fieldLimits.name, 'platform') ?? 'other';
  const stacks = new StackReader(event, { variables, notes });
  const exceptions = readExceptions(new SentEvent(event), { stacks, notes });
  const titled = {
    ...readNames(event, notes),
    message: readMessage(event, notes),
    exceptions,
    stack: exceptions.length === 0 ? readStack(event, stacks) : undefined,
  };
  const receipt = { ...meta, mostDelayMs: MAX_SENDING_MS };
  const { occurredAtMs, correctionMs, shiftMs } = readTime(event['timestamp'], receipt, notes);
  const request = normaliseRequest(event['request'], notes);
  const contexts = readContexts(event['contexts'], notes);
  return {
    title: withTitleOfRule(toTitle(titled), event),
    eventId: meta.eventId,
    projectId: meta.projectId,
    occurredAtMs,
    receivedAtMs: meta.receivedAtMs,
    correctionMs: correctionMs || undefined,
    level: readLevel(event['level'], 'error'),
    platform,
    ...titled,
    threads: readThreads(event, { stacks, notes }),
    template: readTemplate(event, notes),
    breadcrumbs: normaliseBreadcrumbs(event['breadcrumbs'], {
      data: breadcrumbData,
      notes,
      occurredAtMs,
      shiftMs,
    }),
    tags: normaliseTags(event['tags'], notes),
    user: readUser(event, meta.senderAddress, notes),
    request,
    contexts: withClient(contexts, { headers: request?.headers ?? [], platform }),
    extra: new JsonBudget(jsonLimits.extra, 'extra', notes).copyObject(event['extra']) ?? {},
    modules: readModules(event['modules'], notes),
    images: readDebugImages(event, notes),
    fingerprint: readFingerprint(event['fingerprint'], notes),
    sdk: readSdk(event['sdk'], notes) ?? meta.sdk,
    traceId: readTraceId(event, meta),
    cut: notes.list(),
    hidden: meta.hidden,
    hiddenTotal: meta.hiddenTotal,
    mapping: meta.mapped && { ...countMapped(meta.mapped), isOriginal: true },
  };
}

function readStack(event: JsonObject, stacks: StackReader): NormalisedEvent['stack'] {
  const frames = stacks.readFrames(findStacktrace(event));
  return frames.length === 0 ? undefined : frames;
}

function readContexts(value: unknown, notes: CutNotes): NormalisedEvent['contexts'] {
  const budget = new JsonBudget(jsonLimits.contexts, 'contexts', notes);
  const all = budget.copyObject(value) ?? {};
  const contexts: Record<string, Readonly<Record<string, JsonValue>>> = {};
  for (const [name, context] of Object.entries(all)) {
    if (readObject(context)) contexts[name] = context as Record<string, JsonValue>;
  }
  return contexts;
}

function readFingerprint(value: unknown, notes: CutNotes): string[] | undefined {
  const parts = notes
    .takeFirst(readArray(value) ?? [], listLimits.fingerprintParts, 'fingerprint')
    .map((part) => notes.readText(part, fieldLimits.fingerprintPart, 'fingerprint'))
    .filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts;
}
