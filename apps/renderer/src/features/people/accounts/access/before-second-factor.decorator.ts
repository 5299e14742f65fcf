import { SetMetadata } from '@nestjs/common';

const BEFORE = 'accounts:before-second-factor';

/** Lets those open a controller, too, who have to set up a second factor first. */
export const BeforeSecondFactor = (): ClassDecorator => SetMetadata(BEFORE, true);

export function isBeforeSecondFactor(controller: object): boolean {
  return Reflect.getMetadata(BEFORE, controller) === true;
}
