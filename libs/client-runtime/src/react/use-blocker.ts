import { useLayoutEffect } from 'react';
import { useApplication } from './context.ts';

/**
 * Asks the visitor before the page is left, as long as `isUnsaved`: by links, forms and the router, by back and
 * forward, and by whatever has the browser leave the document (then the browser asks, in its own words). What
 * stays on the page is not asked about: its fragments, its data loaded again, another query. Of several
 * questions the one that was added last is asked.
 *
 * In a browser without the Navigation API back and forward lead on without a question. A question that is open
 * when nothing is unsaved any longer goes away, and nothing else happens.
 */
export function useBlocker(
  isUnsaved: boolean,
  question = 'Leave this page? What you typed is not saved.',
): void {
  const blocker = useApplication().router?.blocker;
  // With the change of the document: the next page must not be asked about this one.
  useLayoutEffect(
    () => (isUnsaved ? blocker?.add(question) : undefined),
    [blocker, isUnsaved, question],
  );
}
