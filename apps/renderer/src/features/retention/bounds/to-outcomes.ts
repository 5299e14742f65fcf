import { to } from '#shared';
import type { Address } from '#shared';

/** The page where readers of a project find what became of its reports, and why. */
export function toOutcomes(slug: string): Address {
  return to('/settings/projects/:slug/data', { slug }, { hash: 'outcomes' });
}
