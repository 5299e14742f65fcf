import type { Project } from '#product/projects/projects';
import { mostProjectsNamed } from '#product/projects/projects/rules';
import { toFilterField } from '#shared';
import type { Address, FilterField, Search } from '#shared';

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
 * Offers the projects that are not chosen, by name. Returns no field to a reader of one project.
 * `toAddress` gets the slugs that remain, joined by commas.
 */
export function toProjectFields(
  projects: readonly Project[],
  slugs: string | undefined,
  toAddress: (slugs: string | undefined) => Address,
): readonly FilterField[] {
  if (projects.length < 2) return [];
  const chosen = slugs?.split(',') ?? [];
  const byName = projects.toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
  const field = toFilterField({
    name: 'project',
    label: 'Project',
    values: byName.map(({ slug, name }) => (slug === name ? slug : [slug, name])),
    isSeveral: true,
    chosen,
    without: (rest) => toAddress(rest.length > 0 ? rest.join(',') : undefined),
  });
  return [chosen.length < mostProjectsNamed ? field : { ...field, values: [] }];
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
