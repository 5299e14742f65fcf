import { IsIn, IsOptional, IsString, Matches } from 'class-validator';
import type { ActionOf, Address } from '#shared';

export interface SavedRow {
  readonly id: number;
  readonly name: string;
  readonly query: string;
  /** The list that it opens. */
  readonly href: Address;
  /** Name of the project that it is narrowed to, or whose it is. */
  readonly project?: string;
  /** Of people; the others are of their projects. */
  readonly isOwn: boolean;
  readonly isDefault: boolean;
  readonly canChange: boolean;
}

export interface SavedSearchesProps {
  /** Own ones first. */
  readonly searches: readonly SavedRow[];
  /** What a new one is filled in with: the list that the visitor comes from. */
  readonly offered: {
    readonly query: string;
    readonly sort: string;
    /** Slug; empty for all projects. */
    readonly project: string;
  };
  readonly sorts: readonly (readonly [value: string, text: string])[];
  readonly projects: readonly (readonly [slug: string, name: string])[];
  /** Projects for which they may save: everybody there has the search. */
  readonly sharable: readonly (readonly [slug: string, name: string])[];
}

/** `save` */
export class SavedSearchDto {
  @IsString({ message: 'This is not a name.' })
  readonly name!: string;

  @IsString({ message: 'This is not a search.' })
  readonly query!: string;

  @IsOptional()
  @IsString({ message: 'There is no such order.' })
  readonly sort?: string;

  /** Slug; absent or empty for all projects. */
  @IsOptional()
  @IsString({ message: 'There is no such project.' })
  readonly project?: string;

  /** Slug of the project that everybody of has it; absent or empty for oneself. */
  @IsOptional()
  @IsString({ message: 'There is no such project.' })
  readonly whose?: string;

  @IsOptional()
  @IsIn(['yes'], { message: 'This is neither yes nor no.' })
  readonly isDefault?: string;
}

/** `remove` */
export class SavedSearchIdDto {
  @Matches(/^[1-9]\d{0,14}$/, { message: 'There is no such search.' })
  readonly search!: string;
}

/** `rename` */
export class RenamedSearchDto extends SavedSearchIdDto {
  @IsString({ message: 'This is not a name.' })
  readonly name!: string;
}

/** `set-default` */
export class DefaultSearchDto extends SavedSearchIdDto {
  @IsIn(['yes', 'no'], { message: 'This is neither yes nor no.' })
  readonly isDefault!: string;
}

export type SaveAction = ActionOf<'save', SavedSearchDto>;
export type RenameAction = ActionOf<'rename', RenamedSearchDto>;
