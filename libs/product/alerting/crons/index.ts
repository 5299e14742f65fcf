export { monitors } from './store/index.ts';
export { MonitorStore } from './store/monitor.store.ts';
export type {
  Monitor,
  MonitorEnvironment,
  MonitorFailure,
  MonitorResult,
  MonitorRun,
  RefusedSlug,
} from './store/monitor.types.ts';
export { findScheduleProblem } from './rules/schedule.ts';
