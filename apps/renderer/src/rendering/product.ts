import type { DynamicModule, Type } from '@nestjs/common';
import type { Request, RequestHandler } from 'express';
import type { ConnectionRules } from '#http';
import type { Intake } from './health/intake.ts';
import type { ErrorReporting } from './monitoring/error-reporting.ts';
import type { ContentSources } from './document/content-policy.ts';
import type { LayoutClass } from './pages/layout.decorator.ts';
import type { ProgramAddresses } from './rendering.options.ts';

/** What of a product stands before the platform and needs no database: it answers while that is away, too. */
export interface ProductFront {
  /** Shown after each page's own title. */
  readonly name: string;
  /** Middlewares whose answers are their own, headers included; they run first. */
  readonly first?: readonly RequestHandler[];
  /** What it says to whoever sends what is no request; plain text when absent. */
  readonly connectionRules?: ConnectionRules;
  /** What is taken without the database; absent where nothing is. */
  readonly intake?: Intake;
}

/** What stands on the platform: everything else that the composition root has to know of it. */
export interface Product {
  /** Around every page, outermost first; also where there is none. */
  readonly layouts: readonly LayoutClass[];
  readonly modules: readonly (DynamicModule | Type)[];
  /** A class whose `@OutcomeView`s are shown where nothing nearer names one; also where no layout may be seen. */
  readonly outcomes?: Type;
  /** Where errors of the server are reported; absent when they are not. */
  readonly reporting?: ErrorReporting;
  /** Absent: programs ask for nothing. */
  readonly programs?: ProgramAddresses;
  /** Sources that its pages may use beside their own origin. */
  readonly contentSources?: ContentSources;
  /**
   * What its browser parts start with, on a page for the sender of a request. JSON; undefined: that page loads none of them.
   * Absent: they start with `{}`.
   */
  boot?(request: Request): unknown;
  /** False for visitors for whom nothing is prefetched: those who have yet to sign in. Absent: true for all. */
  mayPrefetch?(request: Request): boolean;
  /** Who sends a request: the same for all of a visitor's. Absent, or undefined: nobody that is known. */
  visitor?(request: Request): string | undefined;
  /**
   * What the browser that sends a request is known by, as its cookies say it, and nobody else knows. It may be known
   * by nothing that counts any more. Absent, or undefined: it has nothing of the kind.
   */
  bearer?(request: Request): string | undefined;
  /**
   * Resolves once somebody owns the application: until then it listens on loopback alone. Absent when somebody does,
   * or nobody need to.
   */
  readonly reservedUntil?: Promise<void>;
  /**
   * Who sends a request and what they may, in words of the product's own: where it changes, all tabs of the visitor's
   * drop what they kept. Absent, or undefined: nobody knows, and nothing is dropped.
   */
  standing?(request: Request): string | undefined;
  /** Lines that the start logs. */
  readonly notices?: readonly string[];
  /** What the supervisor is told of it once it listens. JSON. */
  describe?(): Promise<object>;
}
