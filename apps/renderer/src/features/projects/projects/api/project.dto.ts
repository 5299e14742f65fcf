import { IsOptional, IsString } from 'class-validator';
import { errorCatalogue } from '#shared';

/** A project that a program makes. */
export class NewProjectDto {
  @IsString({ message: errorCatalogue['project.name_length'].message })
  readonly name!: string;

  /** Absent: made of the name. */
  @IsOptional()
  @IsString({ message: errorCatalogue['project.slug_invalid'].message })
  readonly slug?: string | null;
}

/** The body that changes a project. */
export class ProjectChangesDto {
  @IsString({ message: errorCatalogue['project.name_length'].message })
  readonly name!: string;
}
