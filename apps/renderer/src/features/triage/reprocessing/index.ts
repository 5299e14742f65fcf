export { CodeView } from './code-view.ts';
export { ReprocessingModule } from './reprocessing.module.ts';
