import type { Project } from '#product/projects/projects';
import { mostProjectsNamed } from '#product/projects/projects/rules';
import { findChoices, toFilterField } from '#shared';
import type { Address, FilterField, Search } from '#shared';

const names = new Intl.ListFormat('en', { type: 'conjunction' });

export interface ChosenProjects {
  /** The slugs, joined by commas as in the address: `web` or `web,api`. */
  readonly slug: string;
  readonly name: string;
  readonly ids: readonly number[];
}

type FoundProjects =
  | { readonly ok: true; readonly chosen: ChosenProjects | undefined }
  | { readonly ok: false; readonly fault: string };

/** `typed` has slugs, or names that somebody typed, joined by commas. */
export function findChosen(projects: readonly Project[], typed: string | undefined): FoundProjects {
  if (typed === undefined) return { ok: true, chosen: undefined };
  const values = projects.map(({ slug, name }) => [slug, name] as const);
  const found = findChoices('project', [typed], values);
  if (!found.ok) return { ok: false, fault: found.messages.join(' ') };
  if (found.values.length > mostProjectsNamed) {
    return { ok: false, fault: `A list has at most ${mostProjectsNamed} projects.` };
  }
  const chosen = found.values.flatMap((each) => projects.find(({ slug }) => slug === each) ?? []);
  return {
    ok: true,
    chosen: {
      slug: found.values.join(','),
      name: names.format(chosen.map(({ name }) => name)),
      ids: chosen.map(({ id }) => id),
    },
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
  return [chosen.length < mostProjectsNamed ? field : { ...field, values: [], isTyped: undefined }];
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
