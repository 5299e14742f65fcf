import { IsNumberString, IsOptional, IsString } from 'class-validator';
import { errorCatalogue } from '#shared';
import { RateDto } from './settings/rate.dto.ts';

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
