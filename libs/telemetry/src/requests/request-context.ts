import { AsyncLocalStorage } from 'node:async_hooks';

/** What lines, reports and other services know a request by. */
export interface RequestFields {
  readonly requestId: string;
  /** 32 lower-case hex digits: of the visit, which has several requests. */
  readonly traceId?: string;
}

const current = new AsyncLocalStorage<() => RequestFields>();

/** Handles a request: until everything that `handle` begins has ended, it is the current one there. */
export function handleAs(find: () => RequestFields, handle: () => void): void {
  current.run(find, handle);
}

/** The request that is handled by whoever asks; undefined outside of any. */
export function findCurrentRequest(): RequestFields | undefined {
  return current.getStore()?.();
}
