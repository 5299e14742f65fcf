import type { RecordingStep } from '#product/recording/steps';
import { raiseProjects } from './raise-projects.ts';

/** Notes which projects have new events. */
export const raiseRecorded: RecordingStep = {
  locks: 'changes',
  run: ({ transaction, events }) =>
    raiseProjects(
      transaction,
      [...events.keys()].map(({ event }) => event.projectId),
    ),
};
