import { SetMetadata } from '@nestjs/common';

const OPEN_TO_ALL = 'errata:open-to-all';

/**
 * Marks a controller or a method that needs no visitor who is known: probes, signing in. The platform asks nobody who
 * they are; it is for the product's guards to let such requests pass.
 */
export const OpenToAll = (): ClassDecorator & MethodDecorator => SetMetadata(OPEN_TO_ALL, true);

/** Of a method, or of the class that it is of. */
export function isOpenToAll(controller: object, method: object): boolean {
  return [method, controller].some((each) => Reflect.getMetadata(OPEN_TO_ALL, each) === true);
}
