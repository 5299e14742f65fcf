export { colourCode } from './colour-code.ts';
export { CodeColoursModule } from './code-colours.module.ts';
