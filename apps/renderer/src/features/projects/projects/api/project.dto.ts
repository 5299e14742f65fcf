import { IsOptional, IsString } from 'class-validator';
import { errorCatalogue } from '#shared';

/** A project that a program makes. */
export class NewProjectDto {
  @IsString({ message: errorCatalogue['project.name_length'].message })
  readonly name!: string;

  /** Without one the name makes it. */
  @IsOptional()
  @IsString({ message: errorCatalogue['project.slug_invalid'].message })
  readonly slug?: string | null;
}

/** What a program changes of a project. */
export class ProjectChangesDto {
  @IsString({ message: errorCatalogue['project.name_length'].message })
  readonly name!: string;
}
