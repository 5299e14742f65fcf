import type { CodeLoader, Forecast } from '../code/code-loader.ts';
import type { ComingFlash } from '../flash/coming-flash.ts';
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

export interface JourneyPart extends Journey, Pick<ComingFlash, 'note'> {
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
  const journey = {} as { -readonly [Name in keyof JourneyPart]: JourneyPart[Name] };
  return {
    load: createLoadOnce(async () => Object.assign(journey, await loadPart())),
    join(code) {
      // Until it is there; all else of it comes after this.
      journey.loadPage = async (...request) =>
        (await code.load([])) ? journey.loadPage(...request) : undefined;
      return journey;
    },
  };
}
