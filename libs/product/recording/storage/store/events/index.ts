import { type Capability, storeOf } from '#persistence/stores';
import { EventListStore } from './event-list.store.ts';
import { EventStore } from './event.store.ts';
import { createEvents } from './migrations/0006-create-events.ts';
import { findUsersOfDays } from './migrations/0042-find-users-of-days.ts';
import { tables } from './event.tables.ts';

export const events = {
  tables,
  migrations: [createEvents, findUsersOfDays],
  stores: {
    events: storeOf(EventStore),
    eventLists: storeOf(EventListStore),
  },
} as const satisfies Capability;
