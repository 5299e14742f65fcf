import type { RecordingStep } from '#product/recording/steps';
import { raiseProjects } from './raise-projects.ts';

export const raiseRecorded: RecordingStep = {
  locks: 'changes',
  run: ({ transaction, reports, events }) =>
    raiseProjects(transaction, [
      ...[...events.keys()].map(({ event }) => event.projectId),
      ...reports.flatMap(({ checkIns = [], feedback }) =>
        [...checkIns, ...feedback].map(({ projectId }) => projectId),
      ),
    ]),
};
