import type { Project } from '#product/projects/projects';
import { mostProjectsNamed } from '#product/projects/projects/rules';
import type { Search } from '#shared';

const names = new Intl.ListFormat('en', { type: 'conjunction' });

export interface ChosenProjects {
  /** The slugs, joined by commas as in the address: `web` or `web,api`. */
  readonly slug: string;
  readonly name: string;
  readonly ids: readonly number[];
}

export function findChosen(
  projects: readonly Project[],
  slugs: string | undefined,
): ChosenProjects | undefined {
  if (slugs === undefined) return undefined;
  const found = slugs.split(',').map((each) => projects.find(({ slug }) => slug === each));
  const chosen = found.filter((each) => each !== undefined);
  if (chosen.length < found.length) return undefined;
  return {
    slug: slugs,
    name: names.format(chosen.map(({ name }) => name)),
    ids: chosen.map(({ id }) => id),
  };
}

/**
 * Each option adds or removes one project. A plain `select` can therefore choose several projects,
 * with a keyboard, on a phone and without JavaScript.
 */
export function offerProjects(
  projects: readonly Project[],
  chosen: Pick<ChosenProjects, 'slug' | 'name'> | undefined,
): readonly (readonly [value: string, text: string])[] {
  const byName = projects.toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
  const slugs = chosen?.slug.split(',') ?? [];
  const isChosen = ({ slug }: Project): boolean => slugs.includes(slug);
  const without = (slug: string): string => slugs.filter((each) => each !== slug).join(',');
  const others = byName.filter((each) => !isChosen(each));
  const isSeveral = slugs.length > 1;
  return [
    ['', 'All projects'],
    ...(chosen && isSeveral ? [[chosen.slug, chosen.name] as const] : []),
    ...byName.map(({ slug, name }) => [slug, name] as const),
    ...(chosen && slugs.length < mostProjectsNamed
      ? others.map(({ slug, name }) => [`${chosen.slug},${slug}`, `+ ${name}`] as const)
      : []),
    ...(isSeveral
      ? byName.filter(isChosen).map(({ slug, name }) => [without(slug), `− ${name}`] as const)
      : []),
  ];
}

/**
 * Returns a search term that names several projects, for features that otherwise take a single
 * project. Returns an empty search for one project or none.
 */
export function toProjectSearch(slugs: string | undefined): Search {
  const values = slugs?.split(',') ?? [];
  if (values.length < 2) return [];
  return [
    {
      kind: 'name',
      key: 'project',
      values: values.map((slug) => [slug]),
      isNegated: false,
      at: 0,
      end: 0,
    },
  ];
}

export function findLoneSlug(slugs: string | undefined): string | undefined {
  return slugs?.includes(',') ? undefined : slugs;
}
