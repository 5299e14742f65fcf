import type { Type } from '@nestjs/common';
import type { Right } from '#shared';
import type { ProjectOf } from './project-of.ts';

export const REQUIRED = 'accounts:required';
const OPEN_TO_GUESTS = 'accounts:open-to-guests';

export interface Required {
  readonly right: Right;
  readonly project?: Type<ProjectOf>;
}

/** What `@Requires` says of a method. */
export function getRequired(method: object): Required | undefined {
  return Reflect.getMetadata(REQUIRED, method) as Required | undefined;
}

/** Marks a method that shows guests what they may see: what is whose is for it to sort out. */
export const OpenToGuests =
  (): MethodDecorator =>
  (_target, _name, { value }: PropertyDescriptor): void =>
    Reflect.defineMetadata(OPEN_TO_GUESTS, true, value as object);

/** Whether guests get as far as the method's own guards. */
export function isOpenToGuests(method: object): boolean {
  return getRequired(method) !== undefined || Reflect.getMetadata(OPEN_TO_GUESTS, method) === true;
}
