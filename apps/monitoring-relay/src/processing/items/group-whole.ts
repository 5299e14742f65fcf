import {
  AgentReader,
  type EventMeta,
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
import type { encodePayload, GroupedEvent } from '#product/recording/reports';
import type { ItemKind } from '#shared';

export interface GroupOptions {
  readonly encode: typeof encodePayload;
  readonly grouping?: GroupingRules | undefined;
}

interface WholeEvent {
  readonly kind: ItemKind;
  readonly meta: EventMeta;
  readonly value: JsonObject;
  readonly json: string | Uint8Array;
}

const agents = new AgentReader();

/** Returns undefined when the project's rules ignore the event. */
export function groupWhole(
  { kind, meta, value, json }: WholeEvent,
  { grouping: rules, encode }: GroupOptions,
): GroupedEvent | undefined {
  const event = toSdkEvent(meta.source, value, { mapped: meta.mapped });
  const sent = new SentEvent(event);
  const columns = readColumns(event, meta, { sent, agents });
  const title = readTitle(event, sent);
  const ruled = rules?.judge(event, { ...columns, title });
  if (ruled === 'ignored') return undefined;
  const judged = ruled ? new SentEvent(withRules(event, ruled)) : sent;
  const called = ruled ? readTitle(judged.event, judged) : title;
  return {
    event: columns,
    payload: encode(writeStoredEvent(ruled ? { ...meta, ruled } : meta, json)),
    grouping: { ...groupEvent(judged.event, judged), ...called, level: columns.level },
    kind,
  };
}
