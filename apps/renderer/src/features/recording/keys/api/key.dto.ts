import { IsBoolean, IsOptional, IsString, Length } from 'class-validator';
import { projectLimits } from '#shared';
import { Satisfies } from '../../../../config/satisfies.ts';

const NAME = `A key has a name of 1 to ${projectLimits.nameLength} characters.`;
const RATE = `A rateLimit is null, or 1 to ${projectLimits.reportsPerMinute} reports (count) in a window of 60 seconds.`;

interface RateLimit {
  readonly count: number;
  /** Seconds. */
  readonly window: number;
}

export class KeyChangesDto {
  @IsOptional()
  @IsBoolean({ message: 'isActive is true or false.' })
  readonly isActive?: boolean | null;

  @IsOptional()
  @IsString({ message: NAME })
  @Length(1, projectLimits.nameLength, { message: NAME })
  readonly name?: string | null;

  @IsOptional()
  @Satisfies(isRateLimit, { message: RATE })
  readonly rateLimit?: RateLimit | null;
}

/** Returns undefined where nothing is to change, and an empty text for no limit. */
export function toRateText({ rateLimit }: KeyChangesDto): string | undefined {
  if (rateLimit === undefined) return undefined;
  return rateLimit === null || rateLimit.count === 0 ? '' : String(rateLimit.count);
}

/** Terraform sends zeros for a key without a limit. */
function isRateLimit(value: unknown): boolean {
  const { count, window } = value as Partial<RateLimit>;
  if (count === 0 && window === 0) return true;
  const isCount =
    Number.isInteger(count) && count! >= 1 && count! <= projectLimits.reportsPerMinute;
  return isCount && window === 60;
}
