import { applyDecorators, UseGuards } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import type { Right } from '#product/people/accounts/rules';
import { DeclareAccess } from './declared-access.ts';
import type { Required } from './declared-access.ts';
import type { ProjectOf } from './project-of.ts';
import { createRightGuard } from './right.guard.ts';

/**
 * Lets only those pass who have a right (`leastRoles` says which roles have it): 401 for who is not signed in, 403
 * for who has not the right. With `project`, in the project that the request is about: one that is
 * none of theirs is not found, 404. Without it, in any project: the method has to look closer.
 *
 * On a controller it stands before all of its methods, and what a method requires comes on top.
 */
export function Requires(
  right: Right,
  project?: Type<ProjectOf>,
): ClassDecorator & MethodDecorator {
  const required: Required = { right, ...(project ? { project } : {}) };
  return applyDecorators(DeclareAccess(required), UseGuards(createRightGuard(required)));
}
