export { FoldSection } from './fold-section.tsx';
export { toSamePage } from './same-page.ts';
export { shorten } from './shorten.ts';
export { FrameContext, SourceLines } from './source-lines.tsx';
export type { ShownFrame, SourceLine } from './source-lines.tsx';
