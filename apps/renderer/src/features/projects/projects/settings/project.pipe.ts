import { Injectable, NotFoundException } from '@nestjs/common';
import type { PipeTransform } from '@nestjs/common';
import { ProjectSettingsStore } from '#product/projects/projects';
import type { Project } from '#product/projects/projects';

export type { Project } from '#product/projects/projects';

/** Replaces a slug in the URL by its project. Throws a 404 when no project has the slug. */
@Injectable()
export class ProjectPipe implements PipeTransform<string, Promise<Project>> {
  constructor(private readonly projects: ProjectSettingsStore) {}

  async transform(slug: string): Promise<Project> {
    const project = await this.projects.find(slug);
    if (!project) throw new NotFoundException();
    return project;
  }
}
