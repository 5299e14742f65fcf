import type { Type } from '@nestjs/common';
import type { Request } from 'express';
import type { ContentSources } from './document/content-policy.ts';
import type { Address, RuntimeTexts } from '#shared';
import type { ErrorReporting } from '#telemetry';
import type { LayoutClass } from './pages/layout.decorator.ts';

/**
 * Requests that only programs send, such as those to an API. Errors there are JSON with the single
 * key `detail`, whatever the request's `Accept` says.
 */
export interface ProgramAddresses {
  has(request: Request): boolean;
  /** Answers a request that has no route. */
  refuseUnknown(request: Request): { readonly status: number; readonly detail: string };
}

/**
 * The application's settings for the platform. Features may inject them by this class.
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
   * Signs and encrypts cookies and links. Must be the same on every replica, and known to nobody
   * else.
   */
  abstract readonly secret: string;
  abstract readonly monitoring?: ErrorReporting;
  abstract readonly contentSources: ContentSources;
  readonly permissions?: Readonly<Record<string, string>> | undefined;
  abstract boot(request: Request): unknown;
  readonly start?: Address | undefined;
  lang?(request: Request): string | undefined;
  texts?(request: Request): Partial<RuntimeTexts> | undefined;
  mayPrefetch?(request: Request): boolean;
  visitor?(request: Request): string | undefined;
  visitorName?(request: Request): string | undefined;
  /**
   * Returns the secret in the request's cookies that identifies the browser. Flash messages are
   * signed with this secret, so that a message for one browser is not valid in another.
   */
  bearer?(request: Request): string | undefined;
  standing?(request: Request): string | undefined;
  abstract isSecure(request: Request): boolean;
}
