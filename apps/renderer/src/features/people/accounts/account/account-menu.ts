import { createMenu } from '../../menus/index.ts';

/** The sections of what is one's own. */
export const AccountEntry = createMenu();
