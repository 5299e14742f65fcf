export { toBandPath, toLinePath } from './line.ts';
export { layOutNames } from './mark-names.ts';
export type { PlacedName } from './mark-names.ts';
export { listTimeTicks } from './time-ticks.ts';
export type { TimeTick } from './time-ticks.ts';
