export { CodeColoursModule } from './code-colours.module.ts';
