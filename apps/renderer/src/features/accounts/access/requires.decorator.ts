import { applyDecorators, SetMetadata, UseGuards } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import type { Right } from '#shared';
import type { ProjectOf } from './project-of.ts';
import { RightGuard } from './right.guard.ts';
import { REQUIRED } from './required.ts';

/**
 * Lets only those pass who have a right (`leastRoles` says which roles have it): 401 for who is not signed in, 403
 * for who has not the right. With `project`, in the project that the request is about: one that is
 * none of theirs is not found, 404. Without it, in any project: the method has to look closer.
 */
export function Requires(right: Right, project?: Type<ProjectOf>): MethodDecorator {
  return applyDecorators(SetMetadata(REQUIRED, { right, project }), UseGuards(RightGuard));
}
