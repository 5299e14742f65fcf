// Exports for a server that renders the same tree as the browser.
export { createObservable } from './observable.ts';
export { toShownPage } from './cache/shown-page.ts';
export { createSubmissions } from './actions/submissions.ts';
