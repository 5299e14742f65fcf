import { IsIn, IsOptional, IsString } from 'class-validator';
import { filterSwitches } from '#shared';
import type { ActionOf, Address, FilterSwitch } from '#shared';

/** A switch that would filter the issue's newest event. */
export interface OfferedSwitch {
  readonly name: FilterSwitch;
  readonly title: string;
  readonly text: string;
  readonly isOn: boolean;
  readonly matched: number;
}

export interface OfferedPattern {
  readonly pattern: string;
  /** Reason why the pattern is invalid. An invalid pattern is not tried on events. */
  readonly problem?: string;
  readonly matched: number;
  readonly isOn: boolean;
}

export interface IgnoreProps {
  readonly issueId: number;
  readonly shortId: string;
  readonly title: string;
  readonly project: string;
  readonly filters: Address;
  /** Number of latest stored events that the filters were tried on. */
  readonly tried: number;
  readonly switches: readonly OfferedSwitch[];
  /**
   * The pattern in `?pattern=`, or else a pattern derived from the newest event. Absent when no
   * pattern can be derived.
   */
  readonly offered?: OfferedPattern;
}

const UNKNOWN = 'There is no such filter.';

export class IgnoreDto {
  @IsIn([...filterSwitches, 'messages'], { message: UNKNOWN })
  readonly filter!: FilterSwitch | 'messages';

  @IsOptional()
  @IsString({ message: UNKNOWN })
  readonly pattern?: string;
}

export type IgnoreAction = ActionOf<string, IgnoreDto>;
