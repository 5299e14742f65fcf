export { describeNumber } from './describe-number.ts';
export { matchesTypedWords } from './matches-typed-words.ts';
export type { MenuEntry, SectionState } from './menu.ts';
export { createMenu } from './menu.ts';
export { Menus } from './menus.ts';
export { MenusModule } from './menus.module.ts';
