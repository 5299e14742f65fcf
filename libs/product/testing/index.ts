export { createAttachment, createFeedback } from './attachments.ts';
export { dumpRows, measureStored } from './dump-rows.ts';
export { holdAlerts, tellHeldAlerts } from './held-alerts.ts';
export { createMigratedDatabase, findMigratedTemplate } from './migrated-template.ts';
export { onEachDatabase } from './on-each-database.ts';
export type { FreshDatabase } from './on-each-database.ts';
export { addPeople } from './people.ts';
export { createGroupedEvent, createReport } from './reports.ts';
export { findIssuesOfEvents, listTableRows } from './table-rows.ts';
