export { planSwaps } from './plan-swaps.ts';
