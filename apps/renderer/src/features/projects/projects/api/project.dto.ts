import { IsOptional, IsString, MaxLength } from 'class-validator';
import { errorCatalogue, projectLimits } from '#shared';

const PLATFORM = `A platform is a text of at most ${projectLimits.platformLength} characters.`;

/** Terraform sends what its configuration says, and more. */
export const ofTerraform = {
  newProject: { drops: ['default_rules'] },
  project: {
    drops: [
      'isBookmarked',
      'digestsMinDelay',
      'digestsMaxDelay',
      'resolveAge',
      'options',
      'allowedDomains',
      'fingerprintingRules',
      'groupingEnhancements',
    ],
  },
};

class PlatformDto {
  /** Sentry has names such as `python-django`; Terraform requires one. */
  @IsOptional()
  @IsString({ message: PLATFORM })
  @MaxLength(projectLimits.platformLength, { message: PLATFORM })
  readonly platform?: string | null;
}

export class NewProjectDto extends PlatformDto {
  @IsString({ message: errorCatalogue['project.name_length'].message })
  readonly name!: string;

  @IsOptional()
  @IsString({ message: errorCatalogue['project.slug_invalid'].message })
  readonly slug?: string | null;
}

export class ProjectChangesDto extends PlatformDto {
  @IsOptional()
  @IsString({ message: errorCatalogue['project.name_length'].message })
  readonly name?: string | null;

  /** Terraform sends the present one. */
  @IsOptional()
  @IsString({ message: errorCatalogue['project.slug_invalid'].message })
  readonly slug?: string | null;
}
