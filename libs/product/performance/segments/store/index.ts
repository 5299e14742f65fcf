import type { Capability } from '#persistence/stores';
import type { NewProjectStep } from '#product/projects/projects';
import { spanNameErasing } from './erase-span-names.ts';
import { createSpans } from './migrations/0061-create-spans.ts';
import { noteSpans } from './note-spans.ts';
import { removeSpansOfProject } from './remove-spans-of-project.ts';
import { SegmentStore } from './segment.store.ts';
import { tables } from './segment.tables.ts';
import { spanSettings } from './span-settings.ts';

/** Projects that are made from now on count spans. Those from before are asked. */
const takeSpans: NewProjectStep = async (transaction, projectId) => {
  const value = JSON.stringify({ taken: 'on' });
  await transaction
    .insertInto('project_settings')
    .values({ project_id: projectId, part: spanSettings.name, version: 1, value })
    .execute();
};

export const segments = {
  tables,
  migrations: [createSpans],
  stores: {
    segments: {
      port: SegmentStore,
      open: (database, { clock }) => new SegmentStore(database, clock),
    },
  },
  recording: [noteSpans],
  newProject: [takeSpans],
  projectRemoval: [removeSpansOfProject],
  erasing: [spanNameErasing],
} as const satisfies Capability;
