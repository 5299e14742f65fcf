import { projectLimits } from '#shared';

const { slugLength } = projectLimits;

const SLUG = /^[a-z0-9][a-z0-9-]{0,49}$/;

export function isProjectSlug(text: string): boolean {
  return SLUG.test(text);
}

/**
 * Derives a slug from a project's name: `Café “Shop”` becomes `cafe-shop`. Returns undefined when
 * no letter or digit remains.
 */
export function toProjectSlug(name: string): string | undefined {
  const slug = name
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, slugLength)
    .replace(/-$/, '');
  return slug === '' ? undefined : slug;
}

export const mostProjectsNamed = 20;

/**
 * Parses the project slugs of a query string, `web` or `web,api`, and removes duplicates. Returns
 * undefined when a slug is malformed or there are more than `mostProjectsNamed`.
 */
export function parseProjectSlugs(text: string): readonly string[] | undefined {
  const slugs = [...new Set(text.split(','))];
  return slugs.length <= mostProjectsNamed && slugs.every(isProjectSlug) ? slugs : undefined;
}
