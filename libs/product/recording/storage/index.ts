export { events } from './store/events/index.ts';
export { storage, StorageStore } from './store/storage.store.ts';
export { addStorage } from './store/add-storage.ts';
export type { StorageChange } from './store/add-storage.ts';
export { EventListStore } from './store/events/event-list.store.ts';
export type {
  EventColumns,
  EventPosition,
  ListedEvent,
  WantedEvents,
} from './store/events/event-list.types.ts';
export { EventStore } from './store/events/event.store.ts';
export type { NotKept } from './store/events/event.tables.ts';
export type { EventInIssue } from './store/events/event.types.ts';
export { readBudget, sumProjects } from './store/read-storage.ts';
export { StorageRoom } from './store/storage-room.ts';
export type { StorageState } from './store/storage.store.ts';
