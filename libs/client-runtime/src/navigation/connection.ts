/** Whether the browser says that it is offline. */
export class Connection {
  readonly #window: Window;

  constructor(window: Window) {
    this.#window = window;
  }

  get isOnline(): boolean {
    return this.#window.navigator.onLine;
  }

  /** Runs a task when the connection is back, unless `signal` is aborted before. */
  whenOnline(task: () => void, signal: AbortSignal): void {
    this.#window.addEventListener('online', task, { once: true, signal });
  }
}
