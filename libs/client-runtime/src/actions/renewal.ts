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
  readonly note: ComingFlash['note'];
}

const KEY = 'page.renewed';

/**
 * Returns a function that reloads the document when the server has another build. The next document
 * shows `text` and restores typed input. While a submission is under way, the function only stores
 * `text` for its next call.
 *
 * A tab reloads only once per build. Otherwise reloads would never end when a load balancer answers
 * with the old build again.
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
