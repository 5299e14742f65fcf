import { createMenu } from '../menus/index.ts';

/** Adds a controller to the header of every page, for those who may open it. */
export const NavigationEntry = createMenu();
