import type { NormalisedEvent } from '#shared';
import type { EventColumns } from './read-columns.ts';

/** Builds an event from its database columns, for events whose payload is not stored. */
export function readStub(
  columns: Pick<
    EventColumns,
    'eventId' | 'projectId' | 'receivedAtMs' | 'occurredAtMs' | 'level'
  > & { readonly traceId?: string; readonly digest?: string; readonly userName?: string },
): NormalisedEvent {
  const { digest, userName, ...known } = columns;
  return {
    ...known,
    platform: 'other',
    exceptions: [],
    breadcrumbs: [],
    tags: digest === undefined ? [] : [['digest', digest]],
    contexts: {},
    extra: {},
    cut: [],
    ...(userName === undefined ? {} : { user: { id: userName } }),
  };
}
