import { ArrayMaxSize, IsArray, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { artifactLimits } from '#shared';
import { Satisfies } from '../../../../config/satisfies.ts';

const SHA1 = /^[0-9a-f]{40}$/i;

function areSlugsOrIds(names: unknown): boolean {
  return Array.isArray(names) && names.every((name) => /string|number/.test(typeof name));
}

export class BundleDto {
  @Matches(SHA1, { message: 'The checksum of the bundle is not a SHA-1.' })
  readonly checksum!: string;

  @IsArray({ message: 'The bundle has no list of chunks.' })
  @ArrayMaxSize(artifactLimits.chunksPerBundle, {
    message: 'The bundle is larger than 1 GiB.',
  })
  @Matches(SHA1, { each: true, message: 'The checksum of a chunk is not a SHA-1.' })
  readonly chunks!: readonly string[];

  @IsArray({ message: 'Name the project: --project <slug>, or SENTRY_PROJECT.' })
  @ArrayMaxSize(100, { message: 'The bundle names more than 100 projects.' })
  @Satisfies(areSlugsOrIds, { message: 'A project is a slug or an id.' })
  readonly projects!: readonly (string | number)[];

  @IsOptional()
  @IsString({ message: 'The release is not a text.' })
  @MaxLength(artifactLimits.releaseLength, {
    message: 'The release is longer than 200 characters.',
  })
  readonly version?: string | null;

  @IsOptional()
  @IsString({ message: 'The distribution is not a text.' })
  @MaxLength(artifactLimits.releaseLength, {
    message: 'The distribution is longer than 200 characters.',
  })
  readonly dist?: string | null;
}
