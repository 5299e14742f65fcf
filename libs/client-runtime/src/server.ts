// What only a server needs that renders the same tree.
export { toShownPage } from './cache/shown-page.ts';
