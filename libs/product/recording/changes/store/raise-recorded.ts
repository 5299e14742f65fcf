import type { RecordingStep } from '#product/recording/steps';
import { raiseProjects } from './raise-projects.ts';

/** Notes which projects have new events, or heard of runs of their monitors. */
export const raiseRecorded: RecordingStep = {
  locks: 'changes',
  run: ({ transaction, reports, events }) =>
    raiseProjects(transaction, [
      ...[...events.keys()].map(({ event }) => event.projectId),
      ...reports.flatMap(({ checkIns = [] }) => checkIns.map(({ projectId }) => projectId)),
    ]),
};
