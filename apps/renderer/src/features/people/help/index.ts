export { HelpModule } from './help.module.ts';
