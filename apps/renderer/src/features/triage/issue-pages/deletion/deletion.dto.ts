import { Matches } from 'class-validator';
import { errorCatalogue } from '#shared';
import type { ActionOf } from '#shared';

export class DeleteIssueDto {
  @Matches(/^[1-9]\d{0,14}$/, { message: errorCatalogue['issue.unknown'].message })
  readonly issue!: string;
}

export type DeleteIssueAction = ActionOf<'delete', DeleteIssueDto>;
