import type { ActionsPart } from './actions/actions.ts';
import { createActionsPart } from './actions/actions-part.ts';
import type { ActionsPartParts } from './actions/actions-part.ts';
import { createForgetDone } from './actions/delete-done-submissions.ts';
import type { ForgetDoneParts } from './actions/delete-done-submissions.ts';
import type { Forecast } from './code/code-loader.ts';
import { readForecast } from './code/forecast.ts';
import type { ViewRegistry } from './code/view-registry.ts';
import { createExpiry } from './cache/expiry.ts';
import { createComingFlash } from './flash/coming-flash.ts';
import type { ComingFlashParts } from './flash/coming-flash.ts';
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
import { createShowPage } from './navigation/show-page.ts';
import type { ShowPageParts } from './navigation/show-page.ts';
import { createPageLoader } from './page-data/page-loader.ts';
import type { PageLoaderOptions } from './page-data/page-loader.ts';
import { createPageReader } from './page-data/page-reader.ts';
import { readLines } from './page-data/read-lines.ts';
import { createPrefetchPart } from './prefetch/prefetch-part.ts';
import type { PrefetchPartParts } from './prefetch/prefetch-part.ts';
import type { Prefetch } from './prefetch/prefetch.ts';

export type LateParts = ComingFlashParts &
  ForgetDoneParts &
  Omit<ActionsPartParts, 'reader' | 'note' | 'receive' | 'listHeld' | 'navigator'> &
  Omit<ArrivalParts, 'coming' | 'forgetDone'> &
  Omit<ShowPageParts, 'arrive' | 'preparation'> &
  PreparationParts &
  Omit<VisitRunnerParts, 'loadPage' | 'redirect' | 'showPage' | 'listHeld' | 'findShell'> &
  FindShellParts &
  ListHeldParts &
  Omit<PageLoaderOptions, 'reader' | 'expiry'> &
  Omit<LivePartParts, 'readLines' | 'expiry'> &
  Omit<PrefetchPartParts, 'loadPage' | 'preparation' | 'listHeld' | 'navigator'> & {
    readonly snapshots: Pick<SnapshotTaker, 'start'>;
    readonly views: ViewRegistry<unknown>;
  };

export interface LatePart extends VisitRunner, ActionsPart {
  readonly readForecast: (answer: Response) => Promise<Forecast>;
  readonly createPrefetch: () => Prefetch;
  readonly live: Late<LivePart>;
}

export function createLatePart(parts: LateParts): LatePart {
  parts.snapshots.start(createRestorer);
  const coming = createComingFlash(parts);
  const expiry = createExpiry(parts.cache);
  const reader = createPageReader({ ...parts, expiry, note: coming.note });
  const listHeld = createListHeld(parts);
  const loadPage = createPageLoader({ ...parts, expiry, reader });
  const preparation = createPreparation(parts);
  const arrive = createArrival({ ...parts, coming, forgetDone: createForgetDone(parts) });
  const live = createLate(() =>
    import('./live/live-part.ts').then(({ createLivePart }) =>
      createLivePart({ ...parts, expiry, readLines }),
    ),
  );
  const runner = createVisitRunner({
    ...parts,
    listHeld,
    findShell: createFindShell(parts),
    loadPage,
    redirect: createRedirect(parts),
    showPage: createShowPage({
      ...parts,
      preparation,
      arrive(...arrived) {
        arrive(...arrived);
        live.find()?.noteArrival();
      },
    }),
  });
  const { receive } = runner;
  const own = { ...parts, reader, listHeld, loadPage, navigator: runner };
  return {
    ...runner,
    ...createActionsPart({ ...own, receive, note: coming.note }),
    readForecast: (answer) => readForecast(answer, parts.views),
    live,
    createPrefetch: () => createPrefetchPart({ ...own, preparation }),
  };
}
