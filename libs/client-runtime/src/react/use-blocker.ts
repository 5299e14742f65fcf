import { useLayoutEffect } from 'react';
import { useApplication } from './context.ts';
import { LeaveDialog } from './leave-dialog.tsx';

/**
 * While `isUnsaved` is true, asks before the visitor leaves the page. Covers links, forms, the
 * router, back, forward and the browser. Does not ask for fragments, other queries and refreshes.
 * Browsers without the Navigation API do not ask at back and forward.
 *
 * ```tsx
 * const [text, setText] = useState('');
 * useBlocker(text !== '', 'Leave this page? Your comment has not been sent.');
 * return <textarea value={text} onChange={({ target }) => setText(target.value)} />;
 * ```
 */
export function useBlocker(
  isUnsaved: boolean,
  question = 'Leave this page? What you typed is not saved.',
): void {
  const application = useApplication();
  const blocker = application.router?.blocker;
  // A layout effect removes the question together with the page, before another page is shown.
  useLayoutEffect(() => {
    Object.assign(application, { dialog: LeaveDialog });
    return isUnsaved ? blocker?.add(question) : undefined;
  }, [application, blocker, isUnsaved, question]);
}
