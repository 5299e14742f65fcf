import { type Capability, storeOf } from '#persistence/stores';
import { MonitorStore } from './monitor.store.ts';
import { createMonitors } from './migrations/0031-create-monitors.ts';
import { tables } from './monitor.tables.ts';
import { noteCheckIns } from './note-check-ins.ts';
import { removeRunsOfProject } from './remove-runs-of-project.ts';

export const monitors = {
  tables,
  migrations: [createMonitors],
  stores: { monitors: storeOf(MonitorStore) },
  recording: [noteCheckIns],
  projectRemoval: [removeRunsOfProject],
} as const satisfies Capability;
