export { CronsModule } from './crons.module.ts';
