import { AsyncLocalStorage } from 'node:async_hooks';

export interface RequestFields {
  readonly requestId: string;
  /** 32 lower-case hex digits, shared by all requests of a visit. */
  readonly traceId?: string;
}

const current = new AsyncLocalStorage<() => RequestFields>();

/** Makes the request current for `handle` and for everything that `handle` starts. */
export function handleAs(find: () => RequestFields, handle: () => void): void {
  current.run(find, handle);
}

/** Returns the current request; undefined outside `handleAs`. */
export function findCurrentRequest(): RequestFields | undefined {
  return current.getStore()?.();
}
