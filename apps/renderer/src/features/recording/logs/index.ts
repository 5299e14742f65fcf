export { LogsModule } from './logs.module.ts';
