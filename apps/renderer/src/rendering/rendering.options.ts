import type { Type } from '@nestjs/common';
import type { Request } from 'express';
import type { ContentSources } from './document/content-policy.ts';
import type { ErrorReporting } from './monitoring/error-reporting.ts';
import type { LayoutClass } from './pages/layout.decorator.ts';

/** Addresses that only programs ask for: whatever they accept, an outcome there is JSON with the one key `detail`. */
export interface ProgramAddresses {
  has(path: string): boolean;
  /** The sentence for an address there that no controller answers, and its status. */
  readonly nothing: { readonly status: number; readonly detail: string };
}

/** What the application tells the platform about itself. */
export abstract class RenderingOptions {
  /** Path under which the application is mounted, without a trailing slash; empty at the root. */
  abstract readonly basePath: string;
  /** Origin under which visitors reach the application. */
  abstract readonly publicOrigin: string;
  /** Views are compiled on demand and errors show their stack. */
  abstract readonly development: boolean;
  /** Name shown after each page's own title. */
  abstract readonly applicationName: string;
  /** Around every page, outermost first. */
  abstract readonly layouts: readonly LayoutClass[];
  /** A class whose `@OutcomeView`s are shown where nothing nearer names one. */
  abstract readonly outcomes?: Type;
  /** Absent: programs ask for nothing. */
  abstract readonly programs?: ProgramAddresses;
  /** Signs what visitors are given to keep; the same on every replica, and known to nobody else. */
  abstract readonly secret: string;
  /** Where errors are reported; absent when they are not. */
  abstract readonly monitoring?: ErrorReporting;
  /** Sources that pages may use beside their own origin. */
  abstract readonly contentSources: ContentSources;
  /** What the application's browser parts start with, on a page for the sender; undefined: they are not loaded. */
  abstract boot(request: Request): unknown;
  /** False for visitors for whom nothing is prefetched: those who have yet to sign in. Absent: true for all. */
  mayPrefetch?(request: Request): boolean;
  /** Who sends a request: the same for all of a visitor's. Submits are repeated for those that are known alone. */
  visitor?(request: Request): string | undefined;
  /** What the browser that sends a request is known by, as its cookies say it: what is told it is told it alone. */
  bearer?(request: Request): string | undefined;
  /** Who sends a request and what they may: where it changes, tabs drop what they kept. Undefined: nobody knows. */
  standing?(request: Request): string | undefined;
  /** Whether the visitor reached us over TLS; decides on HSTS. */
  abstract isSecure(request: Request): boolean;
}
