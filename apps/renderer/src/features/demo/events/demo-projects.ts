import type { DemoArea, DemoLanguage } from './demo-language.ts';
import { go } from './go.ts';
import { java } from './java.ts';
import { javascript } from './javascript.ts';
import { python } from './python.ts';
import { rust } from './rust.ts';

export interface DemoProject {
  readonly slug: string;
  readonly name: string;
  readonly language: DemoLanguage;
  readonly areas: readonly DemoArea[];
  /** Oldest first. */
  readonly releases: readonly string[];
  readonly seed: number;
}

export const demoProjects: readonly DemoProject[] = [
  {
    slug: 'demo-web',
    name: 'Demo: web shop',
    language: javascript,
    areas: toAreas(
      'load',
      'cart checkout catalogue wishlist account voucher review search order banner',
    ),
    releases: ['2.8.0', '2.8.1', '2.9.0', '2.10.0', '2.10.1', '2.11.0'].map((v) => `web@${v}`),
    seed: 101,
  },
  {
    slug: 'demo-api',
    name: 'Demo: API',
    language: python,
    areas: toAreas(
      'save',
      'order customer parcel refund invoice product stock address price coupon',
    ),
    releases: ['41', '42', '43', '44', '45', '46'].map((v) => `api@1.${v}.0`),
    seed: 211,
  },
  {
    slug: 'demo-pay',
    name: 'Demo: billing',
    language: java,
    areas: toAreas(
      'settle',
      'payment ledger account statement tariff tax mandate dispute payout balance',
    ),
    releases: ['7.2.0', '7.2.1', '7.3.0', '7.4.0', '7.4.1', '8.0.0'].map((v) => `billing@${v}`),
    seed: 307,
  },
  {
    slug: 'demo-edge',
    name: 'Demo: gateway',
    language: go,
    areas: toAreas('route', 'session token cache quota tenant upload webhook health mirror asset'),
    releases: ['0.18.0', '0.18.3', '0.19.0', '0.20.0', '0.20.1', '0.21.0'].map(
      (v) => `gateway@${v}`,
    ),
    seed: 401,
  },
  {
    slug: 'demo-find',
    name: 'Demo: search',
    language: rust,
    areas: toAreas(
      'merge',
      'document facet synonym suggestion ranking snapshot replica field query vector',
    ),
    releases: ['3.0.0', '3.1.0', '3.1.1', '3.2.0', '3.3.0', '3.3.1'].map((v) => `search@${v}`),
    seed: 503,
  },
];

function toAreas(verb: string, nouns: string): DemoArea[] {
  return nouns.split(' ').map((noun) => ({ noun, verb, route: `/${noun}s/:id` }));
}
