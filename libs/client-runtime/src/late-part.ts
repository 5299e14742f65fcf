import type { ActionsPart } from './actions/actions.ts';
import { createActionsPart } from './actions/actions-part.ts';
import type { ActionsPartParts } from './actions/actions-part.ts';
import { createAnnouncer } from './announcer/announcer.ts';
import { createForgetDone } from './actions/delete-done-submissions.ts';
import type { ForgetDoneParts } from './actions/delete-done-submissions.ts';
import type { Renew, RenewalParts } from './actions/renewal.ts';
import type { Forecast } from './code/code-loader.ts';
import { readForecast } from './code/forecast.ts';
import type { ViewRegistry } from './code/view-registry.ts';
import { createExpiry } from './cache/expiry.ts';
import { createComingFlash } from './flash/coming-flash.ts';
import type { ComingFlashParts } from './flash/coming-flash.ts';
import { reloadOnce } from './hydration/reload-once.ts';
import { createRestorer } from './history/restorer.ts';
import type { SnapshotTaker } from './history/snapshot.ts';
import { createArrival } from './navigation/arrival.ts';
import type { ArrivalParts } from './navigation/arrival.ts';
import { createFindShell } from './navigation/find-shell.ts';
import type { FindShellParts } from './navigation/find-shell.ts';
import { createVisitRunner } from './navigation/visit-runner.ts';
import type { VisitRunner, VisitRunnerParts } from './navigation/visit-runner.ts';
import type { LivePart, LivePartParts } from './live/live-part.ts';
import { createLate } from './load-late.ts';
import type { Late } from './load-late.ts';
import { createPreparation } from './navigation/preparation.ts';
import type { PreparationParts } from './navigation/preparation.ts';
import { createListHeld } from './navigation/list-held.ts';
import type { ListHeldParts } from './navigation/list-held.ts';
import { createRedirect } from './navigation/redirect.ts';
import { createRenamedEntry } from './navigation/renamed-entry.ts';
import type { RenamedEntryParts } from './navigation/renamed-entry.ts';
import { createShowPage } from './navigation/show-page.ts';
import type { ShowPageParts } from './navigation/show-page.ts';
import { createPageLoader } from './page-data/page-loader.ts';
import type { PageLoaderOptions } from './page-data/page-loader.ts';
import { createPageReader } from './page-data/page-reader.ts';
import { readLines } from './page-data/read-lines.ts';
import { createPrefetchPart } from './prefetch/prefetch-part.ts';
import type { PrefetchPartParts } from './prefetch/prefetch-part.ts';
import type { Prefetch } from './prefetch/prefetch.ts';
import type { AskParts } from './react/ask-to-sign-in.ts';

export type LateParts = ComingFlashParts &
  ForgetDoneParts &
  Omit<
    ActionsPartParts,
    'reader' | 'listHeld' | 'note' | 'navigator' | 'renew' | 'askToSignIn' | 'urge'
  > &
  AskParts &
  Omit<RenewalParts, 'note' | 'onReload'> &
  Omit<ArrivalParts, 'coming' | 'forgetDone' | 'urge'> &
  Omit<ShowPageParts, 'arrive' | 'preparation'> &
  PreparationParts &
  Omit<
    VisitRunnerParts,
    'loadPage' | 'redirect' | 'showPage' | 'listHeld' | 'findShell' | 'onFailed'
  > &
  FindShellParts &
  ListHeldParts &
  Omit<PageLoaderOptions, 'reader' | 'expiry' | 'onReload' | 'renew'> &
  RenamedEntryParts &
  Omit<LivePartParts, 'readLines' | 'expiry'> &
  Omit<PrefetchPartParts, 'loadPage' | 'preparation' | 'listHeld'> & {
    readonly snapshots: Pick<SnapshotTaker, 'start'>;
    readonly views: ViewRegistry<unknown>;
  };

export interface LatePart extends VisitRunner, ActionsPart {
  readonly readForecast: (answer: Response) => Promise<Forecast>;
  readonly createPrefetch: () => Prefetch;
  readonly live: Late<LivePart>;
  readonly renew: Renew;
}

export function createLatePart(parts: LateParts): LatePart {
  parts.snapshots.start(createRestorer);
  const coming = createComingFlash(parts);
  const made = {
    ...parts,
    coming,
    urge: createAnnouncer(parts.window.document, parts.scheduler, true),
    note: coming.note,
    onReload: createRenamedEntry(parts),
    expiry: createExpiry(parts.cache),
    listHeld: createListHeld(parts),
    preparation: createPreparation(parts),
    forgetDone: createForgetDone(parts),
  };
  const reader = createPageReader(made);
  const renewal = createLate(() =>
    import('./actions/renewal.ts').then((code) => code.createRenewal(made)),
  );
  // The server may have replaced the files of this build by those of another.
  const renew: Renew = (...answer) =>
    void renewal.load().then(
      (load) => load(...answer),
      () => reloadOnce(parts),
    );
  // Few visitors need the sign-in dialog.
  const askToSignIn = createLate(() =>
    import('./react/ask-to-sign-in.ts').then((code) => code.createAskToSignIn(made)),
  );
  const base = { ...made, reader, renew, askToSignIn };
  const own = { ...base, loadPage: createPageLoader(base) };
  const arrive = createArrival(made);
  const live = createLate(() =>
    import('./live/live-part.ts').then((code) => code.createLivePart({ ...made, readLines })),
  );
  const navigator = createVisitRunner({
    ...own,
    findShell: createFindShell(parts),
    redirect: createRedirect(parts),
    onFailed: () => live.find()?.resume(),
    showPage: createShowPage({
      ...made,
      arrive(...arrived) {
        arrive(...arrived);
        live.find()?.noteArrival();
      },
    }),
  });
  return {
    ...navigator,
    ...createActionsPart({ ...own, navigator }),
    readForecast: (answer) => readForecast(answer, parts.views),
    live,
    renew,
    createPrefetch: () => createPrefetchPart(own),
  };
}
