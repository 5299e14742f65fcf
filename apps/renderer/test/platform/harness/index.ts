export { instant } from './instant.ts';
export { loadPage, renderPage, runAction } from './render-page.ts';
export type { AnsweredPage, RanAction, RenderedPage, Visitor } from './render-page.ts';
export { listenOnLoopback, startProduct } from './start-product.ts';
export type { StartedProduct } from './start-product.ts';
