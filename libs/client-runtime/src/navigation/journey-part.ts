import { createForgetDone } from '../actions/forget-done.ts';
import type { ForgetDoneParts } from '../actions/forget-done.ts';
import { readForecast } from '../code/forecast.ts';
import type { ViewRegistry } from '../code/view-registry.ts';
export { createRestorer } from '../history/restorer.ts';
import { createComingFlash } from '../flash/coming-flash.ts';
import type { ComingFlashParts } from '../flash/coming-flash.ts';
import { createArrival } from './arrival.ts';
import type { ArrivalParts } from './arrival.ts';
import type { JourneyPart } from './journey.ts';
import { createPageLoader } from './page-loader.ts';
import type { PageLoaderOptions } from './page-loader.ts';
import { createPageReader } from './page-reader.ts';
import type { PageReaderParts } from './page-reader.ts';
import { createRedirect } from './redirect.ts';

type Given = Omit<ArrivalParts, 'coming' | 'forgetDone'> &
  Omit<PageLoaderOptions, 'reader'> &
  Omit<PageReaderParts, 'cache' | 'onFlash'>;

export interface JourneyParts extends Given, ComingFlashParts, ForgetDoneParts {
  readonly views: ViewRegistry<unknown>;
}

/** All of a visit that is not needed before there is one (ADR 19). */
export function createJourneyPart(parts: JourneyParts): JourneyPart {
  const coming = createComingFlash(parts);
  const reader = createPageReader({ ...parts, onFlash: coming.note });
  return {
    reader,
    note: coming.note,
    loadPage: createPageLoader({ ...parts, reader }),
    redirect: createRedirect(parts),
    arrive: createArrival({ ...parts, coming, forgetDone: createForgetDone(parts) }),
    readForecast: (answer) => readForecast(answer, parts.views),
  };
}
