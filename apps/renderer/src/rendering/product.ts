import type { DynamicModule, Type } from '@nestjs/common';
import type { Request, RequestHandler } from 'express';
import type { Address, RuntimeTexts } from '#shared';
import type { ConnectionRules } from '#http';
import type { Intake } from './health/intake.ts';
import type { ErrorReporting } from '#telemetry';
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
  /** Answers to malformed HTTP requests; plain text when absent. */
  readonly connectionRules?: ConnectionRules;
  readonly intake?: Intake;
}

/**
 * The part of a product that runs inside the platform: its modules, layouts and hooks.
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
   * Allowlists of `Permissions-Policy`, by feature: `{ geolocation: '(self)' }`. The platform denies
   * camera, geolocation, microphone, payment, usb and browsing-topics.
   */
  readonly permissions?: Readonly<Record<string, string>>;
  /** Address to which the platform's pages of outcomes lead: `/` when absent. */
  readonly start?: Address;
  /**
   * Returns the language of a page whose own `head` names none, as in HTML: `de`, `pt-BR`. `en`
   * without this method. Views of outcomes get it as `lang`.
   */
  lang?(request: Request): string;
  /** Returns the texts that the runtime shows by itself. Those that are left out are English. */
  texts?(request: Request): Partial<RuntimeTexts>;
  /**
   * Returns JSON for the product's own browser scripts. When the result is undefined, the page does
   * not load these scripts. When the method is absent, the JSON is `{}`.
   */
  boot?(request: Request): unknown;
  /**
   * Whether the visitor's browser may prefetch, for example only after sign-in. When the method is
   * absent, all browsers may prefetch.
   */
  mayPrefetch?(request: Request): boolean;
  /**
   * Returns the visitor's id, which is the same for all their requests; undefined for an unknown
   * visitor. An action from a page that was made for another id is refused.
   */
  visitor?(request: Request): string | undefined;
  /** Returns the visitor's name, which that refusal tells. */
  visitorName?(request: Request): string | undefined;
  /**
   * Returns the secret in the request's cookies that identifies the browser; undefined when there
   * is none. The secret may have expired.
   */
  bearer?(request: Request): string | undefined;
  /**
   * Resolves once the application has an owner. Until then, the renderer listens only on loopback.
   * Absent when the application has an owner already or needs none.
   */
  readonly reservedUntil?: Promise<void>;
  /**
   * Returns a text that names the visitor and their rights. Nothing that a browser holds is shown
   * under another text. Without this method, the text changes with the HttpOnly cookies that an
   * answer adds or deletes, such as a session's, and with those that an action changes.
   */
  standing?(request: Request): string | undefined;
  readonly notices?: readonly string[];
  describe?(): Promise<object>;
}
