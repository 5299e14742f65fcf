import { IsInt, IsString, Max, Min } from 'class-validator';
import { retentionLimits } from '#shared';

const { fewestDays, mostDays } = retentionLimits;

export const DAYS_INVALID = `Give a number of days from ${fewestDays} to ${mostDays}.`;

export class DaysDto {
  @IsString({ message: DAYS_INVALID })
  readonly days!: string;
}

export class RetentionRules {
  @IsInt()
  @Min(fewestDays)
  @Max(mostDays)
  readonly days!: number;
}
