export { SecondFactorModule } from './second-factor.module.ts';
export { SecondFactorResets } from './second-factor-resets.ts';
