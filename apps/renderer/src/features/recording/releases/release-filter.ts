import { BadRequestException, createParamDecorator } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { releaseStatuses } from '#product/recording/releases/rules';
import type { ReleaseStatus } from '#product/recording/releases/rules';

export interface ReleaseFilter {
  /** Slugs or ids. Absent means all projects that the token may read. */
  readonly projects?: readonly string[];
  readonly status?: ReleaseStatus;
  readonly text?: string;
}

/**
 * Reads the filter as Sentry does: `project` may repeat, and `-1` means all projects. Archived
 * releases are listed only on request.
 */
export const AskedFilter = createParamDecorator(
  (_: unknown, context: ExecutionContext): ReleaseFilter => {
    const { query } = context.switchToHttp().getRequest<Request>();
    const projects = listTexts(query['project']).filter((name) => name !== '-1');
    const [text = ''] = listTexts(query['query']);
    const [status = 'open'] = listTexts(query['status']);
    const known = releaseStatuses.find((each) => each === status);
    if (status !== '' && !known) {
      throw new BadRequestException('The status of releases is open or archived.');
    }
    return {
      projects: projects.length > 0 ? projects : undefined,
      status: known,
      text: text === '' ? undefined : text,
    };
  },
);

function listTexts(value: unknown): string[] {
  return [value].flat().filter((each): each is string => typeof each === 'string');
}
