export { FindModule } from './find.module.ts';
