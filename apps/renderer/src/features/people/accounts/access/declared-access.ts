import type { Type } from '@nestjs/common';
import { SetMetadata } from '@nestjs/common';
import type { Right } from '#product/people/accounts/rules';
import type { Access } from './access.ts';
import type { ProjectOf } from './project-of.ts';

const DECLARED = 'accounts:declared';

export interface Required {
  readonly right: Right;
  /** Finds the project in which the right is needed; absent: in any. */
  readonly project?: Type<ProjectOf>;
}

/** Who may ask: those with a right, everybody who is signed in, or guests as well. */
export type DeclaredAccess = Required | 'signed-in' | 'guests';

type AccessDecorator = ClassDecorator & MethodDecorator;

/** Says who may ask for a method, or for all methods of a controller. */
export const DeclareAccess = (access: DeclaredAccess): AccessDecorator =>
  SetMetadata(DECLARED, access);

/** Everybody who is signed in may ask: what is whose is for the method to sort out. */
export const ForSignedIn = (): AccessDecorator => DeclareAccess('signed-in');

/** Guests may ask, too, and are shown what they may see: what is whose is for the method to sort out. */
export const OpenToGuests = (): AccessDecorator => DeclareAccess('guests');

/** What a controller or a method says of who may ask; undefined when it says nothing. */
export function findDeclaredAccess(decorated: object): DeclaredAccess | undefined {
  return Reflect.getMetadata(DECLARED, decorated) as DeclaredAccess | undefined;
}

/** The right that a controller or a method asks for; undefined where it asks for none. */
export function findRequiredRight(decorated: object): Right | undefined {
  const declared = findDeclaredAccess(decorated);
  return typeof declared === 'object' ? declared.right : undefined;
}

/** Whether guests get as far as the guards of the method and its controller. */
export function isOpenToGuests(controller: object, method: object): boolean {
  const declared = findDeclaredAccess(method) ?? findDeclaredAccess(controller);
  return declared !== undefined && declared !== 'signed-in';
}

/** Whether the guards of a controller let the visitor pass; nobody passes where it declares nothing. */
export function mayOpen(access: Access, controller: object, projectId?: number): boolean {
  const declared = findDeclaredAccess(controller);
  if (declared === undefined) return false;
  if (declared === 'guests') return access.canRead;
  if (declared === 'signed-in') return access.user !== undefined;
  return access.can(declared.right, declared.project && projectId);
}
