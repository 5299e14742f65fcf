import { BadRequestException, NotFoundException } from '@nestjs/common';

/**
 * Refuses changes and calls about deploys. sentry-cli prints the message of a 400, but not the
 * message of a 404.
 */
export function refuseUnknown(version: string): BadRequestException {
  return new BadRequestException(
    `No release '${version}'. Create it first, by "sentry-cli releases new" or "sentry release create".`,
  );
}

/** Answers calls with which clients ask whether a release exists. They take a 404 for no. */
export function toNotFound(version: string): NotFoundException {
  return new NotFoundException(`No release '${version}'.`);
}
