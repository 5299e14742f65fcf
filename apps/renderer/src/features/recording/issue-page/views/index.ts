export { FoldSection } from './fold-section.tsx';
export { toSamePage } from './same-page.ts';
export { shorten } from './shorten.ts';
