import type { Type } from '@nestjs/common';
import type { Request } from 'express';
import type { ContentSources } from './document/content-policy.ts';
import type { ErrorReporting } from './monitoring/error-reporting.ts';
import type { LayoutClass } from './pages/layout.decorator.ts';

/**
 * Addresses that only programs request. Outcomes there are JSON with the one key `detail`, whatever
 * the request accepts.
 */
export interface ProgramAddresses {
  has(path: string): boolean;
  readonly unknownAddress: { readonly status: number; readonly detail: string };
}

/**
 * Tells the platform about the application. Features may inject it by this class.
 *
 * ```ts
 * @Injectable()
 * export class ThemeCookie {
 *   constructor(private readonly options: RenderingOptions) {}
 *
 *   describe = (request: Request) => ({ path: '/', secure: this.options.isSecure(request) });
 * }
 * ```
 */
export abstract class RenderingOptions {
  /** Path under which the application is mounted, without a trailing slash; empty at the root. */
  abstract readonly basePath: string;
  abstract readonly publicOrigin: string;
  abstract readonly development: boolean;
  abstract readonly applicationName: string;
  abstract readonly layouts: readonly LayoutClass[];
  abstract readonly outcomes?: Type;
  abstract readonly programs?: ProgramAddresses;
  /**
   * Signs values that visitors keep. Must be the same on every replica, and known to nobody else.
   */
  abstract readonly secret: string;
  abstract readonly monitoring?: ErrorReporting;
  abstract readonly contentSources: ContentSources;
  abstract boot(request: Request): unknown;
  mayPrefetch?(request: Request): boolean;
  visitor?(request: Request): string | undefined;
  /**
   * Returns a secret that identifies the sending browser, from its cookies. Flash messages are
   * signed for this secret, so that a message for one browser is not valid in another.
   */
  bearer?(request: Request): string | undefined;
  standing?(request: Request): string | undefined;
  /** Whether the visitor uses TLS; decides on HSTS. */
  abstract isSecure(request: Request): boolean;
}
