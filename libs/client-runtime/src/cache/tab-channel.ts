/** Tells the visitor's other tabs what has to be loaded again, and is told by them. */
export class TabChannel {
  #channel: BroadcastChannel | undefined;

  readonly #name: string;
  readonly #onTold: (tags: readonly string[] | undefined) => void;

  /** `onTold`: tags of what changed; undefined: everything. Never told of what this tab says itself. */
  constructor(name: string, onTold: (tags: readonly string[] | undefined) => void) {
    this.#name = name;
    this.#onTold = onTold;
    this.open();
  }

  tell(tags?: readonly string[]): void {
    this.#channel?.postMessage(tags);
  }

  open(): void {
    this.#channel ??= this.#connect();
  }

  /** A page in the browser's back-forward cache must not hold one: it would be thrown out of it. */
  close(): void {
    this.#channel?.close();
    this.#channel = undefined;
  }

  #connect(): BroadcastChannel {
    const channel = new BroadcastChannel(this.#name);
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      // Another build of ours may say something else.
      if (data === undefined || Array.isArray(data)) this.#onTold(data);
    });
    return channel;
  }
}
