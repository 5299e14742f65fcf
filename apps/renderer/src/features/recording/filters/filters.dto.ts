import { IsArray, IsIn, IsNumberString, IsOptional, IsString } from 'class-validator';
import { filterSwitches } from '#shared';
import type { ActionOf, FilterList, FilterSwitch } from '#shared';

interface FilterRow {
  readonly title: string;
  /** What it keeps out. */
  readonly text: string;
  /** Items that it kept out in the last 30 days. */
  readonly filtered: number;
}

export interface SwitchRow extends FilterRow {
  readonly name: FilterSwitch;
  readonly isOn: boolean;
}

export interface ListRow extends FilterRow {
  readonly name: FilterList;
  readonly entries: readonly string[];
}

export interface FiltersProps {
  readonly slug: string;
  /** Of the project. */
  readonly name: string;
  readonly switches: readonly SwitchRow[];
  readonly lists: readonly ListRow[];
  /** The version of the filters that are shown: a form that is older than the filters is refused. */
  readonly version: number;
}

const UNKNOWN = 'There is no such filter.';
const NO_LIST = 'This is no list.';

/** `save` */
export class FiltersDto implements Readonly<Record<FilterList, string>> {
  /** Those that are on; `filters[]` in a form, absent where none is. */
  @IsOptional()
  @IsArray({ message: UNKNOWN })
  @IsIn(filterSwitches, { each: true, message: UNKNOWN })
  readonly filters?: readonly FilterSwitch[];

  /** Lists have one entry a line. */
  @IsString({ message: NO_LIST })
  readonly messages!: string;

  @IsString({ message: NO_LIST })
  readonly releases!: string;

  @IsString({ message: NO_LIST })
  readonly environments!: string;

  @IsString({ message: NO_LIST })
  readonly networks!: string;

  /** The version that the page showed; without one the form goes over what others have saved meanwhile. */
  @IsOptional()
  @IsNumberString({ no_symbols: true }, { message: 'This is no version.' })
  readonly version?: string;
}

export type SaveFiltersAction = ActionOf<'save', FiltersDto>;
