import { IsString } from 'class-validator';
import { errorCatalogue } from '#shared';

export class RateDto {
  /** Blank when the relay's own limit applies. */
  @IsString({ message: errorCatalogue['project.rate_invalid'].message })
  readonly rate!: string;
}
