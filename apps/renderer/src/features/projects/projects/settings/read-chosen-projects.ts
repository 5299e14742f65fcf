import { findChoices } from '#shared';
import { InvalidFieldsException } from '../../../../rendering/index.ts';
import { toProjectValues } from '../projects.service.ts';
import type { ProjectsService } from '../projects.service.ts';

/**
 * Resolves with the ids of the projects of a `ProjectChoice`: slugs, or names that were typed.
 * Throws `InvalidFieldsException` for an unknown one, so callers may see all projects.
 */
export async function readChosenProjects(
  projects: ProjectsService,
  typed: readonly string[],
): Promise<readonly number[]> {
  const all = await projects.list('all');
  const chosen = findChoices('project', typed, toProjectValues(all));
  if (!chosen.ok) throw new InvalidFieldsException({ projects: chosen.messages });
  return all.filter(({ slug }) => chosen.values.includes(slug)).map(({ id }) => id);
}
