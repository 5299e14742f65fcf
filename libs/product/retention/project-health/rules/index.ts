export { judgeNew, judgeReturned } from './issue-news.ts';
export { findBurst } from './pulse.ts';
