export { toGraceEndMs } from './grace.ts';
