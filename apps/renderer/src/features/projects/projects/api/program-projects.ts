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

@Injectable()
export class ProgramProjects {
  constructor(private readonly projects: ProjectStore) {}

  async list(access: Access): Promise<readonly Project[]> {
    const all = await this.projects.list();
    return all.filter(({ id }) => access.findRole(id) !== undefined);
  }

  async listWith(access: Access, right: Right): Promise<readonly Project[]> {
    return (await this.list(access)).filter(({ id }) => access.can(right, id));
  }

  /**
   * Returns the project that a URL names. Throws a 404 for an unknown name, because clients then
   * look for the project elsewhere.
   */
  async get(access: Access, name: string): Promise<Project> {
    const known = await this.list(access);
    const found = findNamed(known, name);
    if (!found) throw new NotFoundException(toUnknown(name, known));
    return found;
  }

  /**
   * Returns the projects with these names, in which the token must have the right. Throws a 400 for
   * an unknown name and lists the known ones, because sentry-cli prints messages of 400 only.
   * Throws a 403 when the token lacks the right.
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
