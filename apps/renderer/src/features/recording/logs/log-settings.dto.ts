import { IsIn, IsInt, IsString, Max, Min } from 'class-validator';
import { logLevels, logLimits } from '#shared';
import type { LogSeverity } from '#shared';

export const DAYS_INVALID = `Give a number of days from 0 to ${logLimits.mostDays}.`;

export class LogSettingsDto {
  @IsString({ message: DAYS_INVALID })
  readonly days!: string;

  @IsIn(logLevels, { message: 'There is no such level.' })
  readonly level!: LogSeverity;
}

export class LogDaysRules {
  @IsInt()
  @Min(0)
  @Max(logLimits.mostDays)
  readonly days!: number;
}
