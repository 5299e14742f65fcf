import { Injectable } from '@nestjs/common';
import { IssueStore } from '#product/recording/issues';
import type { Request } from 'express';
import { ProjectOf } from '../../people/accounts/index.ts';
import { IssueIdPipe } from './issue-id.pipe.ts';

@Injectable()
export class ProjectOfIssue extends ProjectOf {
  private readonly ids = new IssueIdPipe();

  constructor(private readonly issues: IssueStore) {
    super();
  }

  override find({ params }: Request): Promise<number | undefined> {
    return this.issues.findProject(this.ids.transform(String(params['id'])));
  }
}
