import { IsString } from 'class-validator';
import { errorCatalogue } from '#shared';
import { RateDto } from './settings/rate.dto.ts';

export interface LimitsProps {
  readonly slug: string;
  readonly name: string;
  /** What all its keys together may send; absent: as the relay is set. */
  readonly reportsPerMinute?: number;
  /** Whose pages may report; absent: any. */
  readonly allowedOrigins?: readonly string[];
}

export class LimitsDto extends RateDto {
  /** One a line; blank: any. */
  @IsString({ message: errorCatalogue['project.origins_invalid'].message })
  readonly origins!: string;
}
