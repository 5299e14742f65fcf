export { ensureDataFolder } from './data-folder.ts';
export { openDatabase } from './open-database.ts';
export type { Database, DatabaseConfig, DatabaseKind, MigrationSet } from './database.ts';
export { createStores } from './stores/create-stores.ts';
export type { Stores } from './stores/create-stores.ts';
export { EventStore } from './stores/event.store.ts';
export type { EventInIssue } from './stores/event.store.ts';
export { InstallationStore } from './stores/installation.store.ts';
export type { Installation } from './stores/installation.store.ts';
export { IssueStore } from './stores/issue.store.ts';
export type { Bars, Issue } from './stores/issue.store.ts';
export { KeptAssetStore } from './stores/kept-asset.store.ts';
export type { AssetForm, KeptAsset } from './stores/kept-asset.store.ts';
export { ProjectStore } from './stores/project.store.ts';
export type { Project, ProjectKey } from './stores/project.store.ts';
export { ReportStore } from './stores/report.store.ts';
export type {
  GroupedEvent,
  Grouping,
  ProcessedReport,
  RecordedCounts,
} from './stores/report.store.ts';
