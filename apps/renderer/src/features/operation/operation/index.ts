export { OperationModule } from './operation.module.ts';
