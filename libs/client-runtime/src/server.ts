// What only a server needs that renders the same tree.
export { createObservable } from './observable.ts';
export { toShownPage } from './cache/shown-page.ts';
export { createSubmissions } from './actions/submissions.ts';
