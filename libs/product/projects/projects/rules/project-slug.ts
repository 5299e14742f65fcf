import { projectLimits } from '#shared';

const { slugLength } = projectLimits;

const SLUG = /^[a-z0-9][a-z0-9-]{0,49}$/;

/** Whether `text` can name a project in addresses and in the short ids of its issues. */
export function isProjectSlug(text: string): boolean {
  return SLUG.test(text);
}

/** What a project of that name may be called in addresses: `Café “Shop”` is `cafe-shop`. Undefined when nothing is left of it. */
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

/** Projects that one address may name. */
export const mostProjectsNamed = 20;

/** Slugs of projects as an address names them, `web` or `web,api`, each once. Undefined where they cannot be slugs. */
export function parseProjectSlugs(text: string): readonly string[] | undefined {
  const slugs = [...new Set(text.split(','))];
  return slugs.length <= mostProjectsNamed && slugs.every(isProjectSlug) ? slugs : undefined;
}
