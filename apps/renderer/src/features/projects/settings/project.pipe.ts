import { Injectable, NotFoundException } from '@nestjs/common';
import type { PipeTransform } from '@nestjs/common';
import { ProjectSettingsStore } from '#persistence';
import type { Project } from '#persistence';

export type { Project } from '#persistence';

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
