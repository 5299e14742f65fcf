import { BadRequestException, NotFoundException } from '@nestjs/common';

/** For calls that change a release or list its parts: sentry-cli prints the sentence of a 400, and not that of a 404. */
export function refuseUnknown(version: string): BadRequestException {
  return new BadRequestException(
    `No release '${version}'. Create it first, by "sentry-cli releases new" or "sentry release create".`,
  );
}

/** For calls by which clients ask whether there is a release: they read that from 404. */
export function missUnknown(version: string): NotFoundException {
  return new NotFoundException(`No release '${version}'.`);
}
