import type { Blocker } from '../blocker/blocker.ts';
import { keep, recall } from '../history/tab-storage.ts';
import type { Submissions } from './submissions.ts';
import { isUnderWay } from './tell.ts';

export interface RenewalParts {
  readonly window: Window;
  /** Of this code. */
  readonly build: string;
  readonly blocker: Pick<Blocker, 'answer'>;
  readonly submissions: Pick<Submissions, 'get'>;
}

const KEY = 'page.renewed';

/**
 * Loads the document again, once nothing is under way, because the server is of another build: what was typed comes
 * back with the entry. Once for each build that this tab has had: behind a balancer the next document may be of the
 * same one.
 */
export function createRenewal({ window, build, blocker, submissions }: RenewalParts): () => void {
  return () => {
    if (submissions.get().some(isUnderWay) || recall(window, KEY) === build) return;
    // Where nothing can be noted, it might go on for ever.
    if (!keep(window, KEY, build)) return;
    blocker.answer(true);
    window.location.reload();
  };
}
