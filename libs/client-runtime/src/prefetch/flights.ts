import { runtimeLimits } from '#shared';
import type { Scheduler } from '#shared';
import type { ListHeld } from '../navigation/list-held.ts';
import type { LoadPage } from '../page-data/page-loader.ts';
import { findInTheWay } from './prefetch-queue.ts';

export interface FlightsParts {
  readonly loadPage: LoadPage;
  readonly scheduler: Scheduler;
  readonly listHeld: ListHeld;
  /** Told, before `onChange`, of the address whose request has failed. */
  readonly onFailed: (url: string) => void;
  /** Told when another request may start. */
  readonly onChange: () => void;
}

/** Requests that are under way, failed a moment ago, or were answered; each by its key. */
export interface Flights {
  /** Oldest first. */
  readonly keys: () => string[];
  /** Whether it is not to be asked now. */
  has(key: string): boolean;
  isAnswered(key: string): boolean;
  /** What it would bring is held, for as long as that is reusable. */
  noteAnswered(key: string): void;
  /** Resolves when it has ended; undefined when it is not under way. */
  find(key: string): Promise<unknown> | undefined;
  /** Where no slot is free, another request is given up for it. */
  launch(key: string, url: string): void;
  /** Gives up what is under way, but that. */
  abandon(but?: string): void;
  /** Gives up all, and forgets what was answered: it was asked for before something was invalidated. */
  renew(): void;
}

interface Flight {
  readonly controller: AbortController;
  readonly loading: Promise<unknown>;
}

export function createFlights({
  loadPage,
  scheduler,
  listHeld,
  onFailed,
  onChange,
}: FlightsParts): Flights {
  const flights = new Map<string, Flight>();
  const failed = new Set<string>();
  let answered = new Set<string>();

  /** Not to be asked for again, for a while. */
  const note = (key: string, among: Set<string>, forMs: number, onEnd?: () => void): void => {
    among.add(key);
    scheduler.runAfter(forMs, () => {
      among.delete(key);
      onEnd?.();
    });
  };

  const noteAnswered = (key: string): void => note(key, answered, runtimeLimits.prefetchReusableMs);

  /** Without a key, none. */
  const giveUp = (key?: string): void => {
    flights.get(key as string)?.controller.abort();
    flights.delete(key as string);
  };

  const abandon = (but?: string): void => {
    for (const key of flights.keys()) if (key !== but) giveUp(key);
  };

  return {
    keys: () => [...flights.keys()],
    has: (key) => [failed, answered, flights].some((known) => known.has(key)),
    isAnswered: (key) => answered.has(key),
    noteAnswered,
    find: (key) => flights.get(key)?.loading,
    launch(key, url) {
      giveUp(findInTheWay(key, [...flights.keys()]));
      const controller = new AbortController();
      const { signal } = controller;
      const loading = loadPage(url, listHeld(url), { signal, prefetch: key });
      const flight = { controller, loading };
      flights.set(key, flight);
      void loading.then((loaded) => {
        if (flights.get(key) !== flight) return;
        flights.delete(key);
        if (loaded) noteAnswered(key);
        else {
          note(key, failed, runtimeLimits.failedPrefetchRetryMs, onChange);
          onFailed(url);
        }
        onChange();
      });
      if (key === url) return;
      scheduler.runAfter(runtimeLimits.routeStaleMs, () => {
        if (flights.get(key) !== flight) return;
        giveUp(key);
        onChange();
      });
    },
    abandon,
    renew() {
      abandon();
      answered = new Set();
    },
  };
}
