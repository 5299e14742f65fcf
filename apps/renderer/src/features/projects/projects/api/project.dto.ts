import { IsOptional, IsString } from 'class-validator';
import { errorCatalogue } from '#shared';

export class NewProjectDto {
  @IsString({ message: errorCatalogue['project.name_length'].message })
  readonly name!: string;

  @IsOptional()
  @IsString({ message: errorCatalogue['project.slug_invalid'].message })
  readonly slug?: string | null;
}

export class ProjectChangesDto {
  @IsString({ message: errorCatalogue['project.name_length'].message })
  readonly name!: string;
}
