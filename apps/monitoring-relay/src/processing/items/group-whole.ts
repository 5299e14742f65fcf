import {
  type EventMeta,
  EventReading,
  groupEvent,
  type GroupingRules,
  type JsonObject,
  readColumns,
  readTitle,
  SentEvent,
  toSdkEvent,
  withRules,
  writeStoredEvent,
} from '#events';
import {
  DeferredPayload,
  type encodePayload,
  type EventPayload,
  type GroupedEvent,
} from '#product/recording/reports';
import type { ItemKind } from '#shared';
import type { StormMemory } from '../storm-memory.ts';

export interface GroupOptions {
  readonly encode: typeof encodePayload;
  readonly grouping?: GroupingRules | undefined;
  /** Where events are counted without a payload, so that theirs need not be made. */
  readonly storms?: Pick<StormMemory, 'has'> | undefined;
}

interface WholeEvent {
  readonly kind: ItemKind;
  readonly meta: EventMeta;
  readonly value: JsonObject;
  readonly toJson: () => string | Uint8Array;
  /** Makes the payload again. Holds less memory than this event. */
  readonly makeAgain?: () => EventPayload;
}

/** Returns undefined when the project's rules ignore the event. */
export function groupWhole(
  { kind, meta, value, toJson, makeAgain }: WholeEvent,
  { grouping: rules, encode, storms }: GroupOptions,
): GroupedEvent | undefined {
  const event = toSdkEvent(meta.source, value, { mapped: meta.mapped });
  const sent = new SentEvent(event);
  const columns = readColumns(event, meta, sent);
  const title = readTitle(event, sent);
  const ruled = rules?.judge(event, { ...columns, title });
  if (ruled === 'ignored') return undefined;
  const judged = ruled ? new SentEvent(withRules(event, ruled)) : sent;
  const called = ruled ? readTitle(judged.event, judged) : title;
  const grouping = {
    ...groupEvent(judged.event, new EventReading(judged)),
    ...called,
    level: columns.level,
  };
  const payload =
    makeAgain && storms?.has(columns, grouping)
      ? new DeferredPayload(makeAgain)
      : encode(writeStoredEvent(ruled ? { ...meta, ruled } : meta, toJson()));
  return { event: columns, payload, grouping, kind };
}
