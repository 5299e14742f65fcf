import { createMenu } from '../../people/menus/index.ts';

/**
 * Links a controller's page from the set-up page while the project waits for its first error. Only
 * people who may open the page see the link.
 */
export const StartOffer = createMenu();
