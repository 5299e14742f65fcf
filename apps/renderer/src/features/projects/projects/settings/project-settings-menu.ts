import { createMenu } from '../../../people/menus/index.ts';

/** The sections of a project's settings. */
export const ProjectEntry = createMenu();

/** The parts of its section *Data*. */
export const DataEntry = createMenu();
