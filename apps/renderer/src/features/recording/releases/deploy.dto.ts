import { IsOptional, IsString, Length, Matches, MaxLength } from 'class-validator';
import { releaseLimits } from '#shared';
import { AreProjectNames, IsOfFew, IsSentTime, IsUrlOfWeb } from './release.dto.ts';
import type { ProjectNames } from './release.dto.ts';

export class NewDeployDto {
  @IsString({ message: 'A deploy names its environment.' })
  @Length(1, releaseLimits.nameLength, { message: 'An environment has 1 to 200 characters.' })
  @Matches(/\S/, { message: 'A deploy names its environment.' })
  readonly environment!: string;

  @IsOptional()
  @IsString({ message: 'The name of a deploy is a text.' })
  @MaxLength(releaseLimits.nameLength, { message: 'A name has at most 200 characters.' })
  readonly name?: string | null;

  @IsOptional()
  @IsUrlOfWeb()
  readonly url?: string | null;

  @IsOptional()
  @IsSentTime()
  readonly dateStarted?: string | null;

  @IsOptional()
  @IsSentTime()
  readonly dateFinished?: string | null;

  /** Absent means all projects of the release. */
  @IsOptional()
  @AreProjectNames()
  @IsOfFew()
  readonly projects?: ProjectNames | null;
}
