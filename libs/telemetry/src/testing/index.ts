export { ClockDouble } from './clock-double.ts';
export { NoPause } from './no-pause.ts';
