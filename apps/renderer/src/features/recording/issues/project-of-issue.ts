import { Injectable } from '@nestjs/common';
import { ProjectStore } from '#product/projects/projects';
import { IssueStore } from '#product/recording/issues';
import { readShortId } from '#shared';
import type { Request } from 'express';
import { ProjectOf } from '../../people/accounts/index.ts';
import { IssueIdPipe } from './issue-id.pipe.ts';

@Injectable()
export class ProjectOfIssue extends ProjectOf {
  private readonly ids = new IssueIdPipe();

  constructor(
    private readonly issues: IssueStore,
    private readonly projects: ProjectStore,
  ) {
    super();
  }

  /** An address may have the issue's id, or its short id. */
  override async find({ params }: Request): Promise<number | undefined> {
    const name = String(params['id']);
    const shortId = readShortId(name);
    if (!shortId) return this.issues.findProject(this.ids.transform(name));
    return (await this.projects.list()).find(({ slug }) => slug === shortId.slug)?.id;
  }
}
