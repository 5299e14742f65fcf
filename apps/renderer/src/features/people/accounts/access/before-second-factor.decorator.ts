import { SetMetadata } from '@nestjs/common';

const BEFORE = 'accounts:before-second-factor';

/** Leaves a controller open to people whose deadline for setting up a second factor has passed. */
export const BeforeSecondFactor = (): ClassDecorator => SetMetadata(BEFORE, true);

export function isBeforeSecondFactor(controller: object): boolean {
  return Reflect.getMetadata(BEFORE, controller) === true;
}
