import type { Address } from './address.ts';

/** What a supervised process says to its supervisor, over the IPC channel of Node.js. */
export type ToSupervisor =
  /** Answered by `socket`, with the same id. */
  | { readonly type: 'bind'; readonly id: number; readonly address: Address }
  /** It does not listen there any more, nor will whoever comes after it. */
  | { readonly type: 'release'; readonly address: Address }
  /** It takes connections; the rest is what the service tells about itself. */
  | Ready;

export interface Ready {
  readonly type: 'ready';
  readonly [fact: string]: unknown;
}

export type ToSupervised =
  /** Comes with the socket, unless there is a reason why not. */
  | { readonly type: 'socket'; readonly id: number; readonly fault?: BindFault }
  /** Another process takes the connections from now on: leave, without a request lost. */
  | { readonly type: 'retire' };

export interface BindFault {
  readonly code: string;
  readonly message: string;
}

/** In the environment of a process that has a supervisor: it has its sockets from there. */
export const SUPERVISED = 'ERRATA_SUPERVISED';

/** In the environment of a process that is to take the place of one that serves. */
export const BESIDE = 'ERRATA_BESIDE';
