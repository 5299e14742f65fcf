import { Injectable, NotFoundException } from '@nestjs/common';
import type { PipeTransform } from '@nestjs/common';
import { ProjectSettingsStore } from '#product/projects/projects';
import type { Project } from '#product/projects/projects';

export type { Project } from '#product/projects/projects';

/** Reads the slug of a project from the address; any other names none. */
@Injectable()
export class ProjectPipe implements PipeTransform<string, Promise<Project>> {
  constructor(private readonly projects: ProjectSettingsStore) {}

  async transform(slug: string): Promise<Project> {
    const project = await this.projects.find(slug);
    if (!project) throw new NotFoundException();
    return project;
  }
}
