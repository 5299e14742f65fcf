import type { Type } from '@nestjs/common';
import { SetMetadata } from '@nestjs/common';
import type { Right } from '#product/people/accounts/rules';
import type { Access } from './access.ts';
import type { ProjectOf } from './project-of.ts';

const DECLARED = 'accounts:declared';

export interface Required {
  readonly right: Right;
  /**
   * Finds the project in which the right is needed. When absent, the right in any one project is
   * enough.
   */
  readonly project?: Type<ProjectOf>;
}

export type DeclaredAccess = Required | 'signed-in' | 'guests';

type AccessDecorator = ClassDecorator & MethodDecorator;

export const DeclareAccess = (access: DeclaredAccess): AccessDecorator =>
  SetMetadata(DECLARED, access);

/**
 * Opens a route to every signed-in person. The method itself must restrict the data to what this
 * person is allowed to see.
 */
export const ForSignedIn = (): AccessDecorator => DeclareAccess('signed-in');

/**
 * Opens a route to guests and to all signed-in people. The method itself must restrict the data
 * to what the visitor is allowed to see.
 */
export const OpenToGuests = (): AccessDecorator => DeclareAccess('guests');

export function findDeclaredAccess(decorated: object): DeclaredAccess | undefined {
  return Reflect.getMetadata(DECLARED, decorated) as DeclaredAccess | undefined;
}

export function findRequiredRight(decorated: object): Right | undefined {
  const declared = findDeclaredAccess(decorated);
  return typeof declared === 'object' ? declared.right : undefined;
}

export function isOpenToGuests(controller: object, method: object): boolean {
  const declared = findDeclaredAccess(method) ?? findDeclaredAccess(controller);
  return declared !== undefined && declared !== 'signed-in';
}

/**
 * Returns whether the controller's own guards let the visitor pass. Returns false when the
 * controller declares no access.
 */
export function mayOpen(access: Access, controller: object, projectId?: number): boolean {
  const declared = findDeclaredAccess(controller);
  if (declared === undefined) return false;
  if (declared === 'guests') return access.canRead;
  if (declared === 'signed-in') return access.user !== undefined;
  return access.can(declared.right, declared.project && projectId);
}
