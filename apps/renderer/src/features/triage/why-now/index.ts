export { WhyNowModule } from './why-now.module.ts';
