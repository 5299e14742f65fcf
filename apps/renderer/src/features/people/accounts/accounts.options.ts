import type { Request } from 'express';

export abstract class AccountsOptions {
  abstract readonly secret: string;
  abstract readonly basePath: string;
  abstract readonly publicUrl: string;
  /** True when `TRUST_PROXY` is set. */
  abstract readonly trustsProxy?: boolean;
  /** True when a mail server is configured for the relay, which sends all mail. */
  abstract readonly isMailSet: boolean;
  /** Called when Errata gets its first owner. May be called more than once. */
  abstract readonly onOwned: () => void;
}

export function isSecure({ publicUrl }: AccountsOptions, request: Request): boolean {
  return request.secure || publicUrl.startsWith('https:');
}
