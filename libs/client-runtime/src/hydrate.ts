// Exports for pages with waiting parts. A product without them loads none of it.
export { Hydrate } from './react/hydrate.tsx';
export type { HydrateProps } from './react/hydrate.tsx';
export { createWaitingViews } from './react/waiting-view.ts';
export { loadWaitingCode } from './code/waiting-code.ts';
