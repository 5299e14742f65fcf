import { createMenu } from '../../people/menus/index.ts';

/**
 * Adds a link to the controller's page on the set-up page, as long as the project waits for its
 * first error. Only people who may open the controller's page see the link.
 */
export const StartOffer = createMenu();
