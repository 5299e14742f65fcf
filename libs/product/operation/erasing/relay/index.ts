export { erasedTraceJobs } from './erased-traces.ts';
export { erasureJobs } from './erasure-jobs.ts';
