export { projectHealth } from './store/index.ts';
