import { createMenu } from '../../../people/menus/index.ts';

export const ProjectEntry = createMenu();

export const DataEntry = createMenu();
