export { OperationsModule } from './operations.module.ts';
