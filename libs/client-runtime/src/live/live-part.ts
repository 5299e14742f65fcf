import { liveLimits } from '#page-protocol';
import type { PageCache } from '../cache/page-cache.ts';
import { createLiveStream } from './live-stream.ts';
import type { LiveStreamParts } from './live-stream.ts';
import { createOnePerBrowser } from './one-per-browser.ts';
import { createRefresher } from './refresher.ts';
import type { Follower, RefresherParts } from './refresher.ts';
import { isSeen, watchSeen } from './seen.ts';

export type LivePartParts = RefresherParts &
  Omit<LiveStreamParts, 'onTold'> & { readonly cache: Pick<PageCache, 'segments'> };

/**
 * Refreshes the visible page when its data change on the server. The first view that uses live data
 * loads this part.
 */
export interface LivePart {
  follow(follower: Follower): () => void;
  poll(tag: string, everyMs: number): () => void;
  readonly refresh: (tags: readonly string[]) => void;
  readonly noteArrival: () => void;
  /** Plans a refresh of a page that could not be loaded. */
  readonly resume: () => void;
}

export function createLivePart(parts: LivePartParts): LivePart {
  const { window, basePath, scheduler, cache } = parts;
  const refresher = createRefresher(parts);
  const { expire, refresh, noteArrival, resume } = refresher;
  const stream = createLiveStream({
    ...parts,
    onTold(message) {
      tabs.tell(message);
      expire(message);
    },
  });
  const tabs = createOnePerBrowser({
    window,
    name: `live${basePath}`,
    scheduler,
    stream,
    onTold: expire,
    onLate() {
      const held = [...cache.segments.values()];
      expire({ tags: held.flatMap(({ content }) => content.tags), withinMs: 0 });
    },
  });
  let cancelStop: (() => void) | undefined;

  const listen = (): void => {
    cancelStop?.();
    if (!isSeen(window)) tabs.stop();
    else if (refresher.followers.size > 0) tabs.start();
    // The next page may follow changes too, so the connection stays for a while.
    else cancelStop = scheduler.runAfter(liveLimits.lingerMs, tabs.stop);
  };
  watchSeen(window, () => {
    listen();
    resume();
  });
  window.addEventListener('pagehide', tabs.stop);

  return {
    follow(follower) {
      refresher.add(follower);
      listen();
      return () => {
        refresher.remove(follower);
        listen();
      };
    },
    poll: (tag, everyMs) => poll(parts, everyMs, () => refresher.renew([tag])),
    refresh,
    noteArrival,
    resume,
  };
}

/**
 * Runs `work` every `everyMs` while the page is visible. An overdue run starts as soon as the page
 * is visible again. Returns a function that stops the runs.
 */
function poll(
  { window, clock, scheduler }: LivePartParts,
  everyMs: number,
  work: () => void,
): () => void {
  let dueMs = clock.nowMs() + everyMs;
  let cancel: (() => void) | undefined;
  const beat = (): void => {
    cancel?.();
    cancel = undefined;
    if (!isSeen(window)) return;
    if (clock.nowMs() >= dueMs) {
      dueMs = clock.nowMs() + everyMs;
      work();
    }
    cancel = scheduler.runAfter(dueMs - clock.nowMs(), beat);
  };
  const unwatch = watchSeen(window, beat);
  beat();
  return () => {
    unwatch();
    cancel?.();
  };
}
