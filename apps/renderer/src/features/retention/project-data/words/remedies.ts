import type { Right } from '#product/people/accounts/rules';
import { findOwn, to } from '#shared';
import type { Address, Ending, Outcome } from '#shared';
import type { Access } from '../../../people/accounts/index.ts';

export interface Remedy {
  readonly label: string;
  readonly href: Address;
}

interface Place {
  readonly label: string;
  readonly right: Right;
  toAddress(slug: string): Address;
}

const KEYS: Place = {
  label: 'Change the rate of a key',
  right: 'project.keys',
  toAddress: (slug) => to('/settings/projects/:slug/keys', { slug }),
};
const RATE: Place = {
  label: 'Change the rate',
  right: 'project.settings',
  toAddress: (slug) => to('/settings/projects/:slug/limits', { slug }),
};
const ORIGINS: Place = { ...RATE, label: 'Allow an origin' };
const RULES: Place = {
  label: 'Change the rules',
  right: 'project.settings',
  toAddress: (slug) => to('/settings/projects/:slug/grouping-rules', { slug }),
};
const RETENTION: Place = {
  label: 'Keep events for fewer days',
  right: 'project.retention',
  toAddress: (slug) => to('/settings/projects/:slug/data/retention', { slug }),
};

const PLACES: { readonly [Name in Outcome]?: Readonly<Record<string, Place>> } = {
  counted: { budget: RETENTION },
  filtered: { budget: RETENTION, rules: RULES },
  rate_limited: { key: KEYS, project: RATE },
  invalid: { origin: ORIGINS },
};

/**
 * Returns a link to a setting that can prevent the outcome. Returns undefined when there is no such
 * setting, or when the visitor is not allowed to change it. Filters get no link, because the page
 * has a link to them elsewhere.
 */
export function findRemedy(
  { outcome, reason }: Ending,
  { id, slug }: { readonly id: number; readonly slug: string },
  access: Access,
): Remedy | undefined {
  const place = findOwn(PLACES[outcome] ?? {}, reason);
  if (place === undefined || !access.can(place.right, id)) return undefined;
  return { label: place.label, href: place.toAddress(slug) };
}
