import { IsString } from 'class-validator';
import { errorCatalogue } from '#shared';

export class RateDto {
  @IsString({ message: errorCatalogue['project.rate_invalid'].message })
  readonly rate!: string;
}
