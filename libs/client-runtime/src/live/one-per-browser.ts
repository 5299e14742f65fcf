import type { LiveMessage, Scheduler } from '#page-protocol';
import type { LiveStream } from './live-stream.ts';

export interface OnePerBrowserParts {
  readonly window: Window;
  readonly name: string;
  readonly scheduler: Scheduler;
  readonly stream: LiveStream;
  readonly onTold: (message: LiveMessage) => void;
  /**
   * Called when another tab is already listening. This tab may have missed changes before it opened
   * its channel.
   */
  readonly onLate: () => void;
}

/**
 * Time to wait for the lock before this tab assumes that another tab keeps listening. A tab that
 * stops needs a moment to release the lock.
 */
const LOCK_WITHIN_MS = 1000;

export interface OnePerBrowser {
  start(): void;
  readonly stop: () => void;
  tell(message: LiveMessage): void;
}

/**
 * Lets one tab listen for changes and pass them on to the other tabs. Pages without TLS have no
 * locks, so each visible tab polls instead. If many tabs had permanent connections, they would use
 * up the browser's connections to the server.
 */
export function createOnePerBrowser({
  window,
  name,
  scheduler,
  stream,
  onTold,
  onLate,
}: OnePerBrowserParts): OnePerBrowser {
  let stopping: AbortController | undefined;
  let channel: BroadcastChannel | undefined;
  let post: ((message: LiveMessage) => void) | undefined;
  let cancelLate: (() => void) | undefined;
  let isCaughtUp = false;

  const listenUnderLock = async (signal: AbortSignal): Promise<void> => {
    const { locks } = window.navigator as Partial<Navigator>;
    const listen = (): Promise<void> => {
      cancelLate?.();
      return stream.listen(signal, !locks);
    };
    try {
      await (locks ? locks.request(name, { signal }, listen) : listen());
    } catch {}
  };

  const openChannel = (): void => {
    try {
      channel = new BroadcastChannel(name);
      post = channel.postMessage.bind(channel);
      channel.addEventListener('message', ({ data }: MessageEvent<LiveMessage>) => {
        if (isCaughtUp) stream.noteHeard();
        onTold(data);
      });
    } catch {
      // Browsers refuse the channel when the visitor forbids storage.
    }
  };

  return {
    start() {
      if (stopping) return;
      stopping = new AbortController();
      isCaughtUp = false;
      openChannel();
      cancelLate = scheduler.runAfter(LOCK_WITHIN_MS, () => {
        isCaughtUp = true;
        onLate();
      });
      void listenUnderLock(stopping.signal);
    },
    stop() {
      cancelLate?.();
      stopping?.abort();
      stopping = undefined;
      // Browsers evict a document with an open channel from the back/forward cache.
      channel?.close();
      post = undefined;
    },
    tell: (message) => post?.(message),
  };
}
