import { Matches } from 'class-validator';
import { errorCatalogue } from '#shared';
import type { ActionOf } from '#shared';

export class DeleteIssueDto {
  @Matches(/^[1-9]\d{0,14}$/, { message: errorCatalogue['issue.unknown'].message })
  readonly issue!: string;
}

/** `hasMerged` says that other issues are merged into this one, and are deleted with it. */
export interface DeletionPartProps {
  readonly id: number;
  readonly shortId: string;
  readonly events: number;
  readonly hasMerged: boolean;
}

export type DeleteIssueAction = ActionOf<'delete', DeleteIssueDto>;
