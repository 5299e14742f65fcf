import type { Tags } from './page-cache.ts';

export interface TabChannel {
  tell(tags?: Tags): void;
  open(): void;
  /**
   * Closes the channel on `pagehide`. Browsers evict a document with an open channel from the
   * back/forward cache.
   */
  close(): void;
}

/**
 * Opens the channel to the browser's other tabs. Calls `onTold` with the tags that another tab has
 * invalidated. Undefined means everything.
 */
export function createTabChannel(
  name: string,
  onTold: (tags: Tags | undefined) => void,
): TabChannel {
  let channel: BroadcastChannel | undefined;
  const open = (): void => {
    try {
      channel = new BroadcastChannel(name);
      channel.addEventListener('message', ({ data }: MessageEvent<Tags | undefined>) => {
        onTold(data);
      });
    } catch {
      // Browsers refuse the channel when the visitor forbids storage. Each tab works alone.
    }
  };
  open();
  return {
    open,
    tell: (tags) => channel?.postMessage.call(channel, tags),
    close: () => channel?.close(),
  };
}
