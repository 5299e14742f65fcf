import { IsOptional, IsString, Matches } from 'class-validator';
import { errorCatalogue } from '#shared';
import type { ActionOf, Address, NamedAddress } from '#shared';
import type { TriageOffer } from '../states/index.ts';
import { TriageDto } from '../states/index.ts';

export interface BulkPageProps {
  readonly query: string;
  readonly fault?: string;
  readonly project?: string;
  readonly list: NamedAddress;
  readonly href: Address;
  /** Matching issues that the visitor may change, counted up to `issuesPerBulk` + 1. */
  readonly count: number;
  /** Absent when no issue matches, or when more than `issuesPerBulk` match. */
  readonly triage?: TriageOffer;
  /**
   * Matching issues that the visitor may delete. Absent when none may be deleted, or too many
   * match.
   */
  readonly deletable?: number;
  readonly changes: readonly BulkRow[];
}

export interface BulkRow {
  readonly id: number;
  readonly query: string;
  readonly askedAtMs: number;
  readonly text: string;
  readonly progress?: { readonly done: number; readonly of: number };
  readonly canUndo: boolean;
}

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
