import { createMenu } from '../../people/menus/index.ts';

/** Adds a link to a controller's page to the list of issues while there is no issue at all, for those who may open it. */
export const EmptyListOffer = createMenu();
