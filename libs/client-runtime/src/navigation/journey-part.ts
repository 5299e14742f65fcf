import { readForecast } from '../code/forecast.ts';
import type { ViewRegistry } from '../code/view-registry.ts';
import { createArrival } from './arrival.ts';
import type { ArrivalParts } from './arrival.ts';
import type { JourneyPart } from './journey.ts';
import { createPageLoader } from './page-loader.ts';
import type { PageLoaderOptions } from './page-loader.ts';

export interface JourneyParts extends ArrivalParts, PageLoaderOptions {
  readonly views: ViewRegistry<unknown>;
}

/** All of a visit that is not needed before there is one (ADR 19). */
export function createJourneyPart(parts: JourneyParts): JourneyPart {
  return {
    loadPage: createPageLoader(parts),
    arrive: createArrival(parts),
    readForecast: (answer) => readForecast(answer, parts.views),
  };
}
