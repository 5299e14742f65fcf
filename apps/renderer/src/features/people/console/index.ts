export { ConsoleLayout } from './console-layout.ts';
export { ConsoleModule } from './console.module.ts';
export { NavigationEntry } from './navigation-entry.decorator.ts';
