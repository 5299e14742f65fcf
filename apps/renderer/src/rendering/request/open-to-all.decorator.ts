import { SetMetadata } from '@nestjs/common';

const OPEN_TO_ALL = 'errata:open-to-all';

/**
 * Marks a controller or a method that needs no known visitor, such as a probe or sign-in. The
 * platform itself never asks who visitors are: the product's guards let these requests pass.
 *
 * ```ts
 * @Controller('sign-in')
 * @OpenToAll()
 * export class SignInController {}
 * ```
 */
export const OpenToAll = (): ClassDecorator & MethodDecorator => SetMetadata(OPEN_TO_ALL, true);

/**
 * Whether the method or its class is marked with `@OpenToAll()`.
 *
 * ```ts
 * canActivate(context: ExecutionContext): boolean {
 *   if (isOpenToAll(context.getClass(), context.getHandler())) return true;
 *   return this.isSignedIn(context.switchToHttp().getRequest());
 * }
 * ```
 */
export function isOpenToAll(controller: object, method: object): boolean {
  return [method, controller].some((each) => Reflect.getMetadata(OPEN_TO_ALL, each) === true);
}
