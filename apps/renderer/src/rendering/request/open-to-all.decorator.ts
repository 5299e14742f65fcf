import { SetMetadata } from '@nestjs/common';

const OPEN_TO_ALL = 'errata:open-to-all';

/**
 * Marks a controller or method that needs no signed-in visitor, such as a probe or the sign-in
 * page. The platform only stores the mark; the product's guards must let these requests pass.
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
