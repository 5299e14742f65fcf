import type { CodeLoader, Forecast } from '../code/code-loader.ts';
import { createLoadOnce } from '../load-once.ts';
import type { Arrive } from './arrival.ts';
import type { LoadPage } from './page-loader.ts';
import type { PageReader } from './page-reader.ts';
import type { Redirect } from './redirect.ts';

/** What only who goes to another page needs. */
export interface Journey {
  readonly loadPage: LoadPage;
  /** Of what has been loaded by it. */
  readonly redirect: Redirect;
  /** Of a page whose code has been loaded. */
  readonly arrive: Arrive;
}

export interface JourneyPart extends Journey {
  readonly reader: PageReader;
  /** Reads the table of routes. */
  readonly readForecast: (answer: Response) => Promise<Forecast>;
}

export interface LateJourney {
  /** Loads its code, once. Rejects when that does not arrive, and tries again when it is called again. */
  readonly load: () => Promise<JourneyPart>;
  /** Waits for its code, as pages wait for theirs. */
  readonly join: (code: Pick<CodeLoader, 'load'>) => Journey;
}

/** Stands for what is loaded when the browser is idle, or with the first visit before (ADR 19). */
export function createLateJourney(loadPart: () => Promise<JourneyPart>): LateJourney {
  let part = {} as JourneyPart;
  return {
    load: createLoadOnce(async () => (part = await loadPart())),
    join: (code) => ({
      loadPage: async (...request) =>
        (await code.load([])) ? part.loadPage(...request) : undefined,
      redirect: (...visit) => part.redirect(...visit),
      arrive: (...arrival) => part.arrive(...arrival),
    }),
  };
}
