import { IsIn, IsOptional, IsString } from 'class-validator';
import { filterSwitches } from '#shared';
import type { ActionOf, FilterSwitch } from '#shared';

export interface OfferedPattern {
  readonly pattern: string;
  /** Reason why the pattern is invalid. An invalid pattern is not tried on events. */
  readonly problem?: string;
  readonly matched: number;
  readonly isOn: boolean;
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
