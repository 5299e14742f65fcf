import type { Tags } from './page-cache.ts';

/** Tells the visitor's other tabs what has to be loaded again, and is told by them. */
export interface TabChannel {
  tell(tags?: Tags): void;
  open(): void;
  /** A page in the browser's back-forward cache must not hold one: it would be thrown out of it. */
  close(): void;
}

/** `onTold`: tags of what changed, as the cache has them; undefined: everything. Never told of what this tab says itself. */
export function createTabChannel(
  name: string,
  onTold: (tags: Tags | undefined) => void,
): TabChannel {
  let channel: BroadcastChannel | undefined;
  let tell: TabChannel['tell'] | undefined;
  const open = (): void => {
    try {
      channel = new BroadcastChannel(name);
      tell = channel.postMessage.bind(channel);
      channel.addEventListener('message', ({ data }: MessageEvent<Tags | undefined>) => {
        onTold(data);
      });
    } catch {
      // Forbidden by the visitor: each tab is alone then.
    }
  };
  open();
  return { open, tell: (tags) => tell?.(tags), close: () => channel?.close() };
}
