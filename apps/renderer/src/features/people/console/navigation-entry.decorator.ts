import { createMenu } from '../menus/index.ts';

/** Adds a link to a controller to the header of every page, for visitors who may open it. */
export const NavigationEntry = createMenu();
