import { IsNumberString, IsOptional, IsString } from 'class-validator';
import { errorCatalogue } from '#shared';
import { RateDto } from './settings/rate.dto.ts';

export interface LimitsProps {
  readonly slug: string;
  readonly name: string;
  /**
   * Reports per minute that all keys of the project may send together. Absent when the relay's own
   * limit applies.
   */
  readonly reportsPerMinute?: number;
  /** Origins whose pages may send reports. Absent when pages of every origin may. */
  readonly allowedOrigins?: readonly string[];
  /** Version of the shown limits. A form with an older version is refused. */
  readonly version: number;
}

export class LimitsDto extends RateDto {
  @IsString({ message: errorCatalogue['project.origins_invalid'].message })
  readonly origins!: string;

  /**
   * The version that the page showed. A form without a version overwrites changes that others have
   * saved meanwhile.
   */
  @IsOptional()
  @IsNumberString({ no_symbols: true }, { message: 'This is no version.' })
  readonly version?: string;
}
