export { monitors } from './store/index.ts';
export { MonitorStore } from './store/monitor.store.ts';
export type {
  DrawnRun,
  Monitor,
  MonitorEnvironment,
  MonitorFailure,
  MonitorResult,
  MonitorRun,
  SampleMonitor,
} from './store/monitor.types.ts';
export { findScheduleProblem } from './rules/schedule.ts';
