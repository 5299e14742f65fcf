import { to } from '#shared';
import type { Address } from '#shared';

export function toOutcomes(slug: string): Address {
  return to('/settings/projects/:slug/data', { slug }, { hash: 'outcomes' });
}
