import { BadRequestException, NotFoundException } from '@nestjs/common';
import type { NamedRelease } from './named-release.ts';

/**
 * Returns the error for a change or a deploy of an unknown release. sentry-cli prints the message
 * of a 400, but not the message of a 404.
 */
export function refuseUnknown({ version, project }: NamedRelease): BadRequestException {
  return new BadRequestException(
    `No release '${version}'${toPlace(project)}. Create it first, by "sentry-cli releases new" or "sentry release create".`,
  );
}

/**
 * Returns the error for calls by which clients ask whether a release exists. Clients understand a
 * 404 as "no".
 */
export function toNotFound({ version, project }: NamedRelease): NotFoundException {
  return new NotFoundException(`No release '${version}'${toPlace(project)}.`);
}

function toPlace(project: string | undefined): string {
  return project === undefined ? '' : ` in the project '${project}'`;
}
