import { IsNumberString, IsOptional, IsString } from 'class-validator';
import { errorCatalogue } from '#shared';
import { RateDto } from './settings/rate.dto.ts';

export interface LimitsProps {
  readonly slug: string;
  readonly name: string;
  /** Limit over all keys together. Absent when the relay's own limit applies. */
  readonly reportsPerMinute?: number;
  /** Origins whose pages may report. Absent when any may. */
  readonly allowedOrigins?: readonly string[];
  /** Version of the shown limits. A form with an older version is refused. */
  readonly version: number;
}

export class LimitsDto extends RateDto {
  /** One origin a line. Blank when any origin may report. */
  @IsString({ message: errorCatalogue['project.origins_invalid'].message })
  readonly origins!: string;

  /**
   * The version that the page showed. Without a version the form overwrites what others have saved
   * meanwhile.
   */
  @IsOptional()
  @IsNumberString({ no_symbols: true }, { message: 'This is no version.' })
  readonly version?: string;
}
