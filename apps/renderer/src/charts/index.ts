export { toLinePath } from './line.ts';
export { listTimeTicks } from './time-ticks.ts';
