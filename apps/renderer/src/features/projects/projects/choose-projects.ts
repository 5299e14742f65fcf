import type { Project } from '#product/projects/projects';
import { findChoice } from '#shared';
import type { Address } from '#shared';
import { RedirectException } from '../../../rendering/index.ts';
import { toProjectValues } from './projects.service.ts';

interface ChosenProjects {
  readonly shown: readonly Project[];
  /** Says that there is no such project, with the near ones; for `FilterProps`. */
  readonly fault?: string;
}

/**
 * Chooses the projects of a list by the slug that its filter has, or all. Throws
 * `RedirectException` to `toAddress(slug)` when somebody typed a name in the slug's place.
 */
export function chooseProjects(
  projects: readonly Project[],
  typed: string | undefined,
  toAddress: (slug: string) => Address,
): ChosenProjects {
  if (typed === undefined) return { shown: projects };
  const chosen = findChoice('project', typed, toProjectValues(projects));
  if (!chosen.ok) return { shown: [], fault: chosen.message };
  if (chosen.value !== typed) throw new RedirectException(toAddress(chosen.value));
  return { shown: projects.filter(({ slug }) => slug === typed) };
}
