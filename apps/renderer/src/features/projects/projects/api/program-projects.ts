import {
  BadRequestException,
  ForbiddenException,
  Injectable,
  NotFoundException,
} from '@nestjs/common';
import type { Right } from '#product/people/accounts/rules';
import { ProjectStore } from '#product/projects/projects';
import type { Project } from '#product/projects/projects';
import type { Access } from '../../../people/accounts/index.ts';

const SHOWN = 20;

/** The projects that calls of the API name, by slug or by id. */
@Injectable()
export class ProgramProjects {
  constructor(private readonly projects: ProjectStore) {}

  /** Those that a token may know of. */
  async list(access: Access): Promise<readonly Project[]> {
    const all = await this.projects.list();
    return all.filter(({ id }) => access.findRole(id) !== undefined);
  }

  /** Those in which a token has the right. */
  async listWith(access: Access, right: Right): Promise<readonly Project[]> {
    return (await this.list(access)).filter(({ id }) => access.can(right, id));
  }

  /** The project at an address of its own. Throws 404 for a name of none: clients look for the project elsewhere then. */
  async get(access: Access, name: string): Promise<Project> {
    const known = await this.list(access);
    const found = findNamed(known, name);
    if (!found) throw new NotFoundException(toUnknown(name, known));
    return found;
  }

  /**
   * The projects with these names, in which a token has the right. Throws 400 for a name of none, which lists those that there are:
   * sentry-cli prints the sentence of a 400 alone. Throws 403 for a right that the token lacks.
   */
  async require(
    access: Access,
    names: readonly (string | number)[],
    right: Right,
  ): Promise<readonly Project[]> {
    const known = await this.list(access);
    return names.map((name) => {
      const found = findNamed(known, name);
      if (!found) throw new BadRequestException(toUnknown(String(name), known));
      if (access.can(right, found.id)) return found;
      throw new ForbiddenException(`This token does not allow that in the project ${found.slug}.`);
    });
  }
}

function findNamed(projects: readonly Project[], name: string | number): Project | undefined {
  return projects.find(({ id, slug }) => slug === name || String(id) === String(name));
}

function toUnknown(name: string, known: readonly Project[]): string {
  const slugs = known.map(({ slug }) => slug);
  const more = slugs.length > SHOWN ? ` and ${slugs.length - SHOWN} more` : '';
  return `No project '${name.slice(0, 50)}'. Projects: ${slugs.slice(0, SHOWN).join(', ')}${more}.`;
}
