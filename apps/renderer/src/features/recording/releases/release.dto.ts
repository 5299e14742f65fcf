import { ArrayMaxSize, IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import {
  isReleaseVersion,
  readCommits,
  readRefs,
  readSentTime,
  releaseStatuses,
} from '#product/recording/releases/rules';
import type { ReleaseStatus } from '#product/recording/releases/rules';
import { releaseLimits } from '#shared';
import { Satisfies } from '../../../config/satisfies.ts';

export const VERSION_SENTENCE =
  "Invalid release version. It has 1 to 200 characters, no line break, tab or backslash, and is not '.', '..' or 'latest'.";

/** Accepts only http and https, because pages link to these addresses. */
const URL_OF_WEB = /^https?:\/\/\S+$/i;

export function IsSentTime(): PropertyDecorator {
  return Satisfies(
    (value: unknown) => typeof value === 'string' && readSentTime(value) !== undefined,
    {
      message: 'A date is written as in 2026-01-05T12:00:00Z, or as seconds since 1970.',
    },
  );
}

export function IsUrlOfWeb(): PropertyDecorator {
  const message = 'A url begins with https:// or http:// and has at most 2000 characters.';
  return Satisfies(
    (value: unknown) =>
      typeof value === 'string' &&
      value.length <= releaseLimits.urlLength &&
      URL_OF_WEB.test(value),
    { message },
  );
}

/** Slugs or ids. */
export type ProjectNames = readonly (string | number)[];

export function AreProjectNames(): PropertyDecorator {
  return Satisfies(
    (value: unknown) =>
      Array.isArray(value) && value.every((name) => ['string', 'number'].includes(typeof name)),
    { message: 'The projects are a list of slugs or ids.' },
  );
}

/** Clients send more commits than Errata keeps of a release. */
export const IsOfFew = () =>
  ArrayMaxSize(10_000, { message: 'A list of a release has at most 10,000 entries.' });

/** A field that a client leaves out, or sends as null, stays as it was. */
export class ReleaseChangesDto {
  @IsOptional()
  @AreProjectNames()
  @IsOfFew()
  readonly projects?: ProjectNames | null;

  @IsOptional()
  @IsUrlOfWeb()
  readonly url?: string | null;

  @IsOptional()
  @IsString({ message: 'A ref is a text.' })
  @MaxLength(releaseLimits.nameLength, { message: 'A ref has at most 200 characters.' })
  readonly ref?: string | null;

  @IsOptional()
  @IsSentTime()
  readonly dateStarted?: string | null;

  @IsOptional()
  @IsSentTime()
  readonly dateReleased?: string | null;

  @IsOptional()
  @IsIn(releaseStatuses, { message: 'The status of a release is open or archived.' })
  readonly status?: ReleaseStatus | null;

  @IsOptional()
  @Satisfies((value: unknown) => Array.isArray(value) && readCommits(value) !== undefined, {
    message: 'Commits are a list, and each has an id of 1 to 64 characters.',
  })
  @IsOfFew()
  readonly commits?: readonly unknown[] | null;

  @IsOptional()
  @Satisfies((value: unknown) => Array.isArray(value) && readRefs(value) !== undefined, {
    message: 'Refs are a list, and each has a repository and a commit of 1 to 64 characters.',
  })
  @IsOfFew()
  readonly refs?: readonly unknown[] | null;
}

export class NewReleaseDto extends ReleaseChangesDto {
  @Satisfies((value: unknown) => typeof value === 'string' && isReleaseVersion(value), {
    message: VERSION_SENTENCE,
  })
  readonly version!: string;
}
