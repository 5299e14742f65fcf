import { IsOptional, IsString, Matches } from 'class-validator';
import { errorCatalogue } from '#shared';
import type { ActionOf } from '#shared';
import { TriageDto } from '../states/index.ts';

export class BulkTriageDto extends TriageDto {}

export class BulkDeletionDto {
  @IsOptional()
  @IsString({ message: 'This is not a number.' })
  readonly count?: string;
}

export class BulkUndoDto {
  @Matches(/^[1-9]\d{0,14}$/, { message: errorCatalogue['issue.bulk_not_undoable'].message })
  readonly bulk!: string;
}

export type BulkDeletionAction = ActionOf<'delete-all', BulkDeletionDto>;
export type BulkUndoAction = ActionOf<'undo-all', BulkUndoDto>;
