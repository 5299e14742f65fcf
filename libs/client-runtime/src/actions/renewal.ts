import type { Blocker } from '../blocker/blocker.ts';
import type { ComingFlash } from '../flash/coming-flash.ts';
import { keep, recall } from '../history/tab-storage.ts';
import type { Submissions } from './submissions.ts';
import { isUnderWay } from './set-submission.ts';

export interface RenewalParts {
  readonly window: Window;
  readonly build: string;
  readonly blocker: Pick<Blocker, 'answer'>;
  readonly submissions: Pick<Submissions, 'get'>;
  /** Stores a flash for the page that is shown next, also across the reload. */
  readonly note: ComingFlash['note'];
}

const KEY = 'page.renewed';

/**
 * Returns a function that reloads the document, to be called when the server has another build.
 * While a submission is under way, the call only remembers `text` for the next call. Typed input
 * comes back with the history entry, and the next document shows `text`.
 *
 * A tab reloads once per build. A load balancer may answer with a document of the same old build,
 * and reloads would never end.
 */
export function createRenewal({
  window,
  build,
  blocker,
  submissions,
  note,
}: RenewalParts): (text?: string) => void {
  let pendingText: string | undefined;
  return (text) => {
    pendingText ??= text;
    if (submissions.get().some(isUnderWay) || recall(window, KEY) === build) return;
    // A reload that session storage cannot record might repeat without end.
    if (!keep(window, KEY, build)) return;
    if (pendingText) note({ text: pendingText });
    blocker.answer(true);
    window.location.reload();
  };
}
