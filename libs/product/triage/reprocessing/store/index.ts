import type { Capability } from '#persistence/stores';
import { createReprocessing } from './migrations/0035-create-reprocessing.ts';
import { ReprocessingStore } from './reprocessing.store.ts';
import { tables } from './reprocessing.tables.ts';
import { undoReprocessing } from './undo-reprocessing.ts';

export const reprocessing = {
  tables,
  migrations: [createReprocessing],
  stores: {
    reprocessings: {
      port: ReprocessingStore,
      open: (database, { bounds }) => new ReprocessingStore(database, bounds),
    },
  },
  undoing: [{ what: 'reprocessing', undo: undoReprocessing }],
} as const satisfies Capability;
