import type { DynamicModule, Type } from '@nestjs/common';
import type { Request, RequestHandler } from 'express';
import type { ConnectionRules } from '#http';
import type { Intake } from './health/intake.ts';
import type { ErrorReporting } from './monitoring/error-reporting.ts';
import type { ContentSources } from './document/content-policy.ts';
import type { LayoutClass } from './pages/layout.decorator.ts';
import type { ProgramAddresses } from './rendering.options.ts';

/**
 * The part of a product that runs before the platform and needs no database, so that it also
 * answers while the database is away.
 *
 * ```ts
 * const front: ProductFront = {
 *   name: 'Shop',
 *   first: [webhookProxy],
 *   intake: new WebhookIntake(),
 * };
 * ```
 */
export interface ProductFront {
  readonly name: string;
  readonly first?: readonly RequestHandler[];
  /** Writes the answers to malformed HTTP requests; they are plain text when absent. */
  readonly connectionRules?: ConnectionRules;
  readonly intake?: Intake;
}

/**
 * Everything else that the composition root must know of a product: its modules, layouts and hooks.
 *
 * ```ts
 * const product: Product = {
 *   layouts: [ShopLayout],
 *   modules: [CatalogueModule, CheckoutModule],
 *   outcomes: ShopOutcomes,
 *   visitor: (request) => findCustomer(request)?.id,
 * };
 * ```
 */
export interface Product {
  /** Layouts around every page, outermost first, and around the page for an unknown address. */
  readonly layouts: readonly LayoutClass[];
  readonly modules: readonly (DynamicModule | Type)[];
  /**
   * Class whose `@OutcomeView`s are shown when no nearer class names a view, and when the visitor
   * may see no layout.
   */
  readonly outcomes?: Type;
  readonly reporting?: ErrorReporting;
  readonly programs?: ProgramAddresses;
  readonly contentSources?: ContentSources;
  /**
   * Returns the JSON that the product's own scripts start with, on a page for this request's
   * sender. `undefined` loads none of these scripts. When the method is absent, the JSON is `{}`.
   */
  boot?(request: Request): unknown;
  /**
   * Whether the visitor's browser may prefetch; false, for example, for visitors who have yet to
   * sign in. When the method is absent, all browsers may.
   */
  mayPrefetch?(request: Request): boolean;
  /**
   * Returns an id of the sender, the same for all of a visitor's requests; undefined for an unknown
   * visitor.
   */
  visitor?(request: Request): string | undefined;
  /**
   * Returns a secret that identifies the sending browser, from its cookies. The secret may have
   * expired. Undefined when the browser has none.
   */
  bearer?(request: Request): string | undefined;
  /**
   * Resolves once somebody owns the application, which listens on loopback alone until then. Absent
   * when it has an owner or needs none.
   */
  readonly reservedUntil?: Promise<void>;
  /**
   * Returns a text that names the sender and their rights. All tabs of the visitor drop their
   * caches when the text changes. When it is undefined, no cache is dropped.
   */
  standing?(request: Request): string | undefined;
  readonly notices?: readonly string[];
  describe?(): Promise<object>;
}
