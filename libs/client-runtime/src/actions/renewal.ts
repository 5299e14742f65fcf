import { pageDataHeaders } from '#page-protocol';
import type { Blocker } from '../blocker/blocker.ts';
import type { ComingFlash } from '../flash/coming-flash.ts';
import { isOffsets } from '../history/element-state.ts';
import type { Snapshot } from '../history/element-state.ts';
import type { SnapshotTaker } from '../history/snapshot.ts';
import { keep, recall } from '../history/tab-storage.ts';
import { runtimeTexts } from '../runtime-texts.ts';
import type { Submissions } from './submissions.ts';
import { isUnderWay } from './set-submission.ts';

export interface RenewalParts {
  readonly window: Window;
  readonly build: string;
  readonly blocker: Pick<Blocker, 'answer' | 'isBlocking'>;
  readonly snapshots: Pick<SnapshotTaker, 'take'>;
  readonly submissions: Pick<Submissions, 'get'>;
  readonly note: ComingFlash['note'];
  readonly onReload: () => void;
}

const KEY = 'page.renewed';
const GONE = 'The sign-in changed. What was typed here and not sent is gone.';
const NOT_DONE = 'Nothing was done: the page had to be loaded again. Check it, and send it again.';

/**
 * Reloads the document when the server has another build. The next document restores typed input,
 * and shows the text `notDone` after a call with `isNotDone`. While a submission is under way, the
 * function only remembers that for its next call.
 *
 * A tab reloads only once per build. Otherwise reloads would never end when a load balancer answers
 * with the old build again. `answering` is that build. Without it the server asks for a document,
 * which each submit of the visitor may lead to.
 *
 * A snapshot is what was left in the document of another visitor, which is hidden and loads again. The
 * next document says so when something was typed.
 *
 * Without `isNotDone`, a document stays that would lose input, or the result of an action, which may be a
 * secret that is shown only once. Nobody waits for a `Response`, which answered a refresh in the
 * background. Then a visible document with typed input stays until its tab is hidden.
 */
export type Renew = (answering?: Response | string | Snapshot | null, isNotDone?: boolean) => void;

const isSnapshot = (answering: Parameters<Renew>[0]): answering is Snapshot =>
  Array.isArray(answering);

export function createRenewal({
  window,
  build,
  blocker,
  snapshots,
  submissions,
  note,
  onReload,
}: RenewalParts): Renew {
  const { document } = window;
  let wasNotDone = false;
  let isWaiting = false;

  /** Snapshots leave these fields out, so that the next document could not restore them. */
  const isLost = ({ type, autocomplete, value, defaultValue }: HTMLInputElement): boolean =>
    value !== defaultValue && /password|file|one-time-code|cc-|off/.test(type + autocomplete);

  const hasText = (left: Snapshot): boolean =>
    left.some(([, , state]) => !isOffsets(state) && typeof state !== 'boolean');

  const isTyped = (): boolean => blocker.isBlocking() || hasText(snapshots.take());

  const reload = (answering?: string | null): void => {
    // A reload that session storage cannot record might repeat without end.
    if (answering && (recall(window, KEY) === build || !keep(window, KEY, build))) return;
    onReload();
    if (wasNotDone) note({ text: runtimeTexts.notDone ?? NOT_DONE });
    blocker.answer(true);
    window.location.reload();
  };

  const reloadQuietly = ({ status, headers }: Response): void => {
    if (status !== 409 || blocker.isBlocking()) return;
    const answering = headers.get(pageDataHeaders.build);
    if (document.hidden || !isTyped()) reload(answering);
    else if (!isWaiting) {
      isWaiting = true;
      const again = (): void => {
        isWaiting = false;
        renew(new Response(null, { status, headers }));
      };
      window.addEventListener('visibilitychange', again, { once: true });
    }
  };

  const renew: Renew = (answering, isNotDone = wasNotDone) => {
    if (isSnapshot(answering)) {
      if (hasText(answering)) note({ text: runtimeTexts.typedGone ?? GONE });
      blocker.answer(true);
      window.location.reload();
      return;
    }
    wasNotDone = isNotDone;
    const fields = document.querySelectorAll<HTMLInputElement>('input,textarea');
    const states = submissions.get();
    if (states.some(isUnderWay)) return;
    if (!wasNotDone && ([...fields].some(isLost) || states.some(({ isOnce }) => isOnce))) return;
    if (answering instanceof Response) reloadQuietly(answering);
    else reload(answering);
  };
  return renew;
}
