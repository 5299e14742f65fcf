export { FoldSection } from './fold-section.tsx';
export { shorten } from './shorten.ts';
