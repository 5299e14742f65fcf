import { IsNumberString, IsOptional, IsString } from 'class-validator';
import { errorCatalogue } from '#shared';
import { RateDto } from './settings/rate.dto.ts';

export interface LimitsProps {
  readonly slug: string;
  readonly name: string;
  /** What all its keys together may send; absent: as the relay is set. */
  readonly reportsPerMinute?: number;
  /** Whose pages may report; absent: any. */
  readonly allowedOrigins?: readonly string[];
  /** The version of the limits that are shown: a form that is older than the limits is refused. */
  readonly version: number;
}

export class LimitsDto extends RateDto {
  /** One a line; blank: any. */
  @IsString({ message: errorCatalogue['project.origins_invalid'].message })
  readonly origins!: string;

  /** The version that the page showed; without one the form goes over what others have saved meanwhile. */
  @IsOptional()
  @IsNumberString({ no_symbols: true }, { message: 'This is no version.' })
  readonly version?: string;
}
