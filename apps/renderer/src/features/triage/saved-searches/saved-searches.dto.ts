import { IsIn, IsOptional, IsString, Matches } from 'class-validator';
import type { ActionOf, Address, Choices } from '#shared';

export interface SavedRow {
  readonly id: number;
  readonly name: string;
  readonly query: string;
  readonly href: Address;
  /** Name of the only project that is searched, or of the project that owns the search. */
  readonly project?: string;
  /** True when a person owns the search, false when a project does. */
  readonly isOwn: boolean;
  readonly isDefault: boolean;
  readonly canChange: boolean;
}

export interface SavedSearchesProps {
  readonly searches: readonly SavedRow[];
  readonly offered: {
    readonly query: string;
    readonly sort: string;
    readonly project: string;
  };
  readonly sorts: readonly (readonly [value: string, text: string])[];
  readonly projects: Choices;
  /** Projects for whose members the person may save a search. */
  readonly sharable: Choices;
}

export class SavedSearchDto {
  @IsString({ message: 'This is not a name.' })
  readonly name!: string;

  @IsString({ message: 'This is not a search.' })
  readonly query!: string;

  @IsOptional()
  @IsString({ message: 'There is no such order.' })
  readonly sort?: string;

  /** Slug or name. Absent or empty for all projects. */
  @IsOptional()
  @IsString({ message: 'There is no such project.' })
  readonly project?: string;

  /**
   * Slug or name of the project whose members all get the search. Absent or empty for the person's own
   * search.
   */
  @IsOptional()
  @IsString({ message: 'There is no such project.' })
  readonly whose?: string;

  @IsOptional()
  @IsIn(['yes'], { message: 'This is neither yes nor no.' })
  readonly isDefault?: string;
}

export class SavedSearchIdDto {
  @Matches(/^[1-9]\d{0,14}$/, { message: 'There is no such search.' })
  readonly search!: string;
}

export class RenamedSearchDto extends SavedSearchIdDto {
  @IsString({ message: 'This is not a name.' })
  readonly name!: string;
}

export class DefaultSearchDto extends SavedSearchIdDto {
  @IsIn(['yes', 'no'], { message: 'This is neither yes nor no.' })
  readonly isDefault!: string;
}

export type SaveAction = ActionOf<'save', SavedSearchDto>;
export type RenameAction = ActionOf<'rename', RenamedSearchDto>;
