import type { Blocker } from '../blocker/blocker.ts';
import type { ComingFlash } from '../flash/coming-flash.ts';
import { keep, recall } from '../history/tab-storage.ts';
import type { Submissions } from './submissions.ts';
import { isUnderWay } from './tell.ts';

export interface RenewalParts {
  readonly window: Window;
  /** Of this code. */
  readonly build: string;
  readonly blocker: Pick<Blocker, 'answer'>;
  readonly submissions: Pick<Submissions, 'get'>;
  /** Has something told by the page that is shown next. */
  readonly note: ComingFlash['note'];
}

const KEY = 'page.renewed';

/**
 * Loads the document again, once nothing is under way, because the server is of another build: what was typed comes
 * back with the entry, and the next document tells the text. Once for each build that this tab has had: behind a balancer the next document may be of the
 * same one.
 */
export function createRenewal({
  window,
  build,
  blocker,
  submissions,
  note,
}: RenewalParts): (text?: string) => void {
  /** Of what was sent and not done. */
  let untold: string | undefined;
  return (text) => {
    untold ??= text;
    if (submissions.get().some(isUnderWay) || recall(window, KEY) === build) return;
    // Where nothing can be noted, it might go on for ever.
    if (!keep(window, KEY, build)) return;
    if (untold) note({ text: untold });
    blocker.answer(true);
    window.location.reload();
  };
}
