import type { Address } from './address.ts';

export type ToSupervisor =
  | { readonly type: 'bind'; readonly id: number; readonly address: Address }
  /** The service, and the processes that replace it, no longer listen at this address. */
  | { readonly type: 'release'; readonly address: Address }
  | Ready;

export interface Ready {
  readonly type: 'ready';
  readonly [fact: string]: unknown;
}

export type ToSupervised =
  | { readonly type: 'socket'; readonly id: number; readonly fault?: BindFault }
  /**
   * Another process accepts the connections from now on. The receiver must answer its open requests
   * and then exit.
   */
  | { readonly type: 'retire' };

export interface BindFault {
  readonly code: string;
  readonly message: string;
}

/** Environment variable of a process that gets its sockets from a supervisor. */
export const SUPERVISED = 'ERRATA_SUPERVISED';

/** Environment variable of a process that will replace a running one. */
export const BESIDE = 'ERRATA_BESIDE';
