export { isMeant } from './is-meant.ts';
export { createMenu } from './menu.ts';
export { Menus } from './menus.ts';
export { MenusModule } from './menus.module.ts';
