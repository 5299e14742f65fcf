import { createMenu } from '../../people/menus/index.ts';

/**
 * The set-up page shows a link to the controller's page while the project waits for its first
 * error. Only people who may open the controller's page see the link.
 */
export const StartOffer = createMenu();
