import type { LiveMessage, Scheduler } from '#shared';
import type { LiveStream } from './live-stream.ts';

export interface OnePerBrowserParts {
  readonly window: Window;
  /** The same in all tabs. */
  readonly name: string;
  readonly scheduler: Scheduler;
  readonly stream: LiveStream;
  /** Told what another tab has heard. */
  readonly onTold: (message: LiveMessage) => void;
  /** Another tab listens. Nobody knows what it heard before this one could be told. */
  readonly onLate: () => void;
}

/** A tab that listened until now needs a moment to give way. */
const TURN_WITHIN_MS = 1000;

export interface OnePerBrowser {
  /** Listens, or waits for its turn, until it is stopped. */
  start(): void;
  readonly stop: () => void;
  /** Tells the other tabs. */
  tell(message: LiveMessage): void;
}

/**
 * Of the tabs that want to listen one does, and tells the others. A browser has no locks where a site has no TLS: there each
 * tab that is seen asks again and again, since connections that stay would leave none for pages.
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
  let isInTouch = false;

  const listenInTurn = async (signal: AbortSignal): Promise<void> => {
    const { locks } = window.navigator as Partial<Navigator>;
    const listen = (): Promise<void> => {
      cancelLate?.();
      return stream.listen(signal, !locks);
    };
    try {
      await (locks ? locks.request(name, { signal }, listen) : listen());
    } catch {
      // Stopped while it waited.
    }
  };

  const openChannel = (): void => {
    try {
      channel = new BroadcastChannel(name);
      post = channel.postMessage.bind(channel);
      channel.addEventListener('message', ({ data }: MessageEvent<LiveMessage>) => {
        if (isInTouch) stream.noteHeard();
        onTold(data);
      });
    } catch {
      // Forbidden by the visitor: this tab hears nothing of the others.
    }
  };

  return {
    start() {
      if (stopping) return;
      stopping = new AbortController();
      isInTouch = false;
      openChannel();
      cancelLate = scheduler.runAfter(TURN_WITHIN_MS, () => {
        isInTouch = true;
        onLate();
      });
      void listenInTurn(stopping.signal);
    },
    stop() {
      cancelLate?.();
      stopping?.abort();
      stopping = undefined;
      // The browser keeps no page for back that holds one.
      channel?.close();
      post = undefined;
    },
    tell: (message) => post?.(message),
  };
}
