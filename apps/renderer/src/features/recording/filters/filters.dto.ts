import { IsArray, IsIn, IsOptional, IsString } from 'class-validator';
import { filterLists, filterSwitches } from '#shared';
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
  readonly isOn: boolean;
}

export interface FiltersProps {
  readonly slug: string;
  /** Of the project. */
  readonly name: string;
  readonly switches: readonly SwitchRow[];
  readonly lists: readonly ListRow[];
}

const UNKNOWN = 'There is no such filter.';

/** `switch` */
export class SwitchesDto {
  /** Those that are on; `filters[]` in a form, absent where none is. */
  @IsOptional()
  @IsArray({ message: UNKNOWN })
  @IsIn(filterSwitches, { each: true, message: UNKNOWN })
  readonly filters?: readonly FilterSwitch[];
}

/** `list` */
export class ListDto {
  @IsIn(filterLists, { message: UNKNOWN })
  readonly list!: FilterList;

  /** One a line. */
  @IsString({ message: 'This is no list.' })
  readonly entries!: string;

  /** Absent where the list is off. */
  @IsOptional()
  @IsIn(['yes'], { message: 'A list is on or off.' })
  readonly on?: 'yes';
}

export type SwitchAction = ActionOf<'switch', SwitchesDto>;
export type ListAction = ActionOf<'list', ListDto>;
