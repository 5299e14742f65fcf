import { Injectable } from '@nestjs/common';
import { ProjectSettingsStore } from '#product/projects/projects';
import type { Request } from 'express';
import { ProjectOf } from '../../../people/accounts/index.ts';

@Injectable()
export class ProjectOfSlug extends ProjectOf {
  constructor(private readonly projects: ProjectSettingsStore) {
    super();
  }

  override async find({ params }: Request): Promise<number | undefined> {
    return (await this.projects.find(String(params['slug'])))?.id;
  }
}
