import { IsIn, IsOptional, IsString } from 'class-validator';
import { filterSwitches } from '#shared';
import type { ActionOf, Address, FilterSwitch } from '#shared';

/** A switch that keeps out events like the issue's newest. */
export interface OfferedSwitch {
  readonly name: FilterSwitch;
  readonly title: string;
  readonly text: string;
  readonly isOn: boolean;
  /** Of the events that it was tried on. */
  readonly matched: number;
}

export interface OfferedPattern {
  readonly pattern: string;
  /** Why it is none; then it was not tried. */
  readonly problem?: string;
  readonly matched: number;
  /** The filter is already on in this project. */
  readonly isOn: boolean;
}

export interface IgnoreProps {
  readonly issueId: number;
  readonly shortId: string;
  /** What the issue is called. */
  readonly title: string;
  /** Name of the project. */
  readonly project: string;
  /** Address of all its filters. */
  readonly filters: Address;
  /** On how many events filters were tried: the latest that are stored. */
  readonly tried: number;
  readonly switches: readonly OfferedSwitch[];
  /** What `?pattern=` asks for, else one made of the newest event; absent where that says nothing. */
  readonly offered?: OfferedPattern;
}

const UNKNOWN = 'There is no such filter.';

/** `ignore` and `stop-ignoring` */
export class IgnoreDto {
  @IsIn([...filterSwitches, 'messages'], { message: UNKNOWN })
  readonly filter!: FilterSwitch | 'messages';

  /** Of messages. */
  @IsOptional()
  @IsString({ message: UNKNOWN })
  readonly pattern?: string;
}

export type IgnoreAction = ActionOf<string, IgnoreDto>;
