import { type Capability, storeOf } from '../../capability.ts';
import { EventListStore } from './event-list.store.ts';
import { EventStore } from './event.store.ts';
import { KyselyEventListStore } from './kysely-event-list.store.ts';
import { KyselyEventStore } from './kysely-event.store.ts';
import { events as createEvents } from './migrations/0003-events.ts';
import { zstandardPayloads } from './migrations/0016-zstandard-payloads.ts';
import { eventsByOccurrence } from './migrations/0026-events-by-occurrence.ts';
import { tables } from './event.tables.ts';

/** Events and their payloads. */
export const events = {
  tables,
  migrations: [createEvents, zstandardPayloads, eventsByOccurrence],
  stores: {
    events: storeOf(EventStore, KyselyEventStore),
    eventLists: storeOf(EventListStore, KyselyEventListStore),
  },
} as const satisfies Capability;
