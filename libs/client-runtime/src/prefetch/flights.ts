import { runtimeLimits } from '#page-protocol';
import type { Scheduler } from '#page-protocol';
import type { ListHeld } from '../navigation/list-held.ts';
import type { LoadPage } from '../page-data/page-loader.ts';
import { findRequestToAbort, sortByUrgency } from './prefetch-queue.ts';

export interface FlightsParts {
  readonly loadPage: LoadPage;
  readonly scheduler: Scheduler;
  readonly listHeld: ListHeld;
  readonly onFailed: (url: string) => void;
  readonly onChange: () => void;
}

/**
 * Prefetch requests by key: those under way, those that failed a moment ago, and those that were
 * answered.
 */
export interface Flights {
  isAnswered(key: string): boolean;
  noteAnswered(key: string): void;
  find(key: string): Promise<unknown> | undefined;
  /**
   * Starts a request, unless it is under way, was answered, or failed a moment ago. Aborts another
   * request when no slot is free.
   */
  launch(key: string, url: string): void;
  /** Starts waiting requests while slots are free. `waiting` maps keys to addresses. */
  launchWaiting(waiting: ReadonlyMap<string, string>): void;
  abandon(but?: string): void;
  /** Aborts all requests and forgets all answers, because they may lack the latest changes. */
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

  const note = (key: string, among: Set<string>, forMs: number, onEnd?: () => void): void => {
    among.add(key);
    scheduler.runAfter(forMs, () => {
      among.delete(key);
      onEnd?.();
    });
  };

  const noteAnswered = (key: string): void => note(key, answered, runtimeLimits.prefetchReusableMs);

  const giveUp = (key?: string): void => {
    flights.get(key as string)?.controller.abort();
    flights.delete(key as string);
  };

  const abandon = (but?: string): void => {
    for (const key of flights.keys()) if (key !== but) giveUp(key);
  };

  const launch = (key: string, url: string): void => {
    if ([failed, answered, flights].some((known) => known.has(key))) return;
    giveUp(findRequestToAbort(key, [...flights.keys()]));
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
  };

  return {
    isAnswered: (key) => answered.has(key),
    noteAnswered,
    find: (key) => flights.get(key)?.loading,
    launch,
    launchWaiting(waiting) {
      for (const key of sortByUrgency([...waiting.keys()])) {
        const isFree = !findRequestToAbort(key, [...flights.keys()]);
        if (isFree) launch(key, waiting.get(key) as string);
      }
    },
    abandon,
    renew() {
      abandon();
      answered = new Set();
    },
  };
}
