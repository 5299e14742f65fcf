import { IsArray, IsIn, IsNumberString, IsOptional, IsString } from 'class-validator';
import { filterSwitches } from '#shared';
import type { ActionOf, FilterList, FilterSwitch } from '#shared';

interface FilterRow {
  readonly title: string;
  readonly text: string;
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
  readonly name: string;
  readonly switches: readonly SwitchRow[];
  readonly lists: readonly ListRow[];
  /** Version of the shown filters. Saving with an older version is refused. */
  readonly version: number;
}

const UNKNOWN = 'There is no such filter.';
const NO_LIST = 'This is no list.';

export class FiltersDto implements Readonly<Record<FilterList, string>> {
  /** Enabled switches, sent as `filters[]`; absent when all are off. */
  @IsOptional()
  @IsArray({ message: UNKNOWN })
  @IsIn(filterSwitches, { each: true, message: UNKNOWN })
  readonly filters?: readonly FilterSwitch[];

  /** Each list has one entry per line. */
  @IsString({ message: NO_LIST })
  readonly messages!: string;

  @IsString({ message: NO_LIST })
  readonly releases!: string;

  @IsString({ message: NO_LIST })
  readonly environments!: string;

  @IsString({ message: NO_LIST })
  readonly networks!: string;

  /**
   * Version that the page showed. A form without a version overwrites what others have saved
   * meanwhile.
   */
  @IsOptional()
  @IsNumberString({ no_symbols: true }, { message: 'This is no version.' })
  readonly version?: string;
}

export type SaveFiltersAction = ActionOf<'save', FiltersDto>;
