import { createMenu } from '../../people/menus/index.ts';

/** Adds a link to a controller's page to the page that sets a project up, while it waits for the first error, for those who may open it. */
export const StartOffer = createMenu();
