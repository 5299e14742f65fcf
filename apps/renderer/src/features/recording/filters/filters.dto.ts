import { ArrayMaxSize, IsIn, IsNumberString, IsOptional, IsString } from 'class-validator';
import { filterSwitches } from '#shared';
import type { ActionOf, FilterList, FilterSwitch } from '#shared';

const UNKNOWN = 'There is no such filter.';
const NO_LIST = 'This is no list.';

export class FiltersDto implements Readonly<Record<FilterList, string>> {
  /** Enabled switches, sent as `filters[]`; absent when all are off. */
  @IsOptional()
  @ArrayMaxSize(filterSwitches.length, { message: UNKNOWN })
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
