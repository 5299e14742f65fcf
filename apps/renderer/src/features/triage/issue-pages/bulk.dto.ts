import { IsOptional, IsString, Matches } from 'class-validator';
import { errorCatalogue } from '#shared';
import type { ActionOf, Address } from '#shared';
import type { NamedAddress, TriageOffer } from './issues.dto.ts';
import { TriageDto } from './triage/triage.dto.ts';

export interface BulkPageProps {
  /** What is searched for, as it was typed. */
  readonly query: string;
  /** What is wrong with that. */
  readonly fault?: string;
  /** Name of the project that all are of, when one was asked for. */
  readonly project?: string;
  /** The list of these issues. */
  readonly list: NamedAddress;
  /** This page. */
  readonly href: Address;
  /** How many match of those that the visitor may change; of more than `issuesPerBulk` one more than these. */
  readonly count: number;
  /** Absent where nothing is to be changed: nothing matches, or too much. */
  readonly triage?: TriageOffer;
  /** How many of them may be deleted; absent where none. */
  readonly deletable?: number;
  /** What the visitor has done to all that match, the latest first. */
  readonly changes: readonly BulkRow[];
}

export interface BulkRow {
  readonly id: number;
  readonly query: string;
  readonly askedAtMs: number;
  /** How far it is, or what came of it. */
  readonly text: string;
  /** While it is at work. */
  readonly progress?: { readonly done: number; readonly of: number };
  readonly canUndo: boolean;
}

/** What is to be done to all that match. */
export class BulkTriageDto extends TriageDto {}

export class BulkDeletionDto {
  /** How many there are, typed by who is sure: `312` or `1,312`. */
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
