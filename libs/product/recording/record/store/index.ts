import type { Capability } from '#persistence/stores';
import { closeStorage } from './close-storage.ts';
import { ReportStore } from './report.store.ts';
import { createRecording } from './migrations/0007-create-recording.ts';
import { tables } from './recording.tables.ts';

export const recording = {
  tables,
  migrations: [createRecording],
  stores: {
    reports: {
      port: ReportStore,
      open: (database, settings) => new ReportStore(database, settings),
    },
  },
  recording: [closeStorage],
} as const satisfies Capability;
