import { applyDecorators, UseGuards } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import type { Right } from '#product/people/accounts/rules';
import { DeclareAccess } from './declared-access.ts';
import type { Required } from './declared-access.ts';
import type { ProjectOf } from './project-of.ts';
import { createRightGuard } from './right.guard.ts';

/**
 * Lets only visitors with the right pass. Answers 401 to visitors who are not signed in, and 403 to
 * visitors without the right.
 *
 * When `project` is given, the right is needed in the project that the request is about. The answer
 * is 404 when the visitor is not allowed to know of this project. When `project` is absent, the
 * right in any one project is enough, and the method itself must check the project.
 *
 * A requirement on a controller holds for all its methods. When a method has a requirement too,
 * both must be met.
 */
export function Requires(
  right: Right,
  project?: Type<ProjectOf>,
): ClassDecorator & MethodDecorator {
  const required: Required = { right, project };
  return applyDecorators(DeclareAccess(required), UseGuards(createRightGuard(required)));
}
