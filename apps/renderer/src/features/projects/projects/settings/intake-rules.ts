import { ArrayMaxSize, IsInt, IsOptional, IsString, Max, Min } from 'class-validator';
import { projectLimits } from '#shared';

export class IntakeRules {
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(projectLimits.reportsPerMinute)
  readonly reportsPerMinute?: number;

  @IsOptional()
  @ArrayMaxSize(projectLimits.allowedOrigins)
  @IsString({ each: true })
  readonly allowedOrigins?: readonly string[];
}
