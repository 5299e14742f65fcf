export { findIssuesOfEvents, listTableRows } from './table-rows.ts';
export { onEachDatabase } from './on-each-database.ts';
export type { EachDatabase, FreshDatabase } from './on-each-database.ts';
export { createTestDatabase } from './test-database.ts';
export type { TestDatabase } from './test-database.ts';
export { addPeople } from './people.ts';
export { createGroupedEvent, createReport } from './reports.ts';
export { migrateToEarlier } from './earlier-version.ts';
export { createAttachment, createFeedback } from './attachments.ts';
