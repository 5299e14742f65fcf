import { createMenu } from '../../menus/index.ts';

export const AccountEntry = createMenu();
