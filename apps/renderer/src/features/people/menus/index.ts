export { describeNumber } from './describe-number.ts';
export { isMeant } from './is-meant.ts';
export type { MenuEntry, SectionState } from './menu.ts';
export { createMenu } from './menu.ts';
export { Menus } from './menus.ts';
export { MenusModule } from './menus.module.ts';
