import type { Request } from 'express';

/** What the feature is started with. */
export abstract class AccountsOptions {
  /** ERRATA_SECRET: the same in all replicas, and known to nobody else. */
  abstract readonly secret: string;
  /** Path under which the console is mounted, without a trailing slash. */
  abstract readonly basePath: string;
  /** Where visitors reach the console. */
  abstract readonly publicUrl: string;
  /** Whether the relay, which sends, has a mail server. */
  abstract readonly isMailSet: boolean;
  /** Called, once or more often, when somebody owns Errata. */
  abstract readonly onOwned: () => void;
}

/** Whether what the visitor's browser is given has to stay within TLS. */
export function isSecure({ publicUrl }: AccountsOptions, request: Request): boolean {
  return request.secure || publicUrl.startsWith('https:');
}
