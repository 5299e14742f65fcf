import { createMenu } from '../menus/index.ts';

/**
 * Adds a link to the header of every page. The link leads to the decorated controller, and is shown
 * only to visitors who may open it.
 */
export const NavigationEntry = createMenu();
