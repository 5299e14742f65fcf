import type { LayoutClass } from './layout.decorator.ts';

const USE_LAYOUTS = Symbol('errata.use-layouts');

/**
 * Puts layouts around pages, outermost first: around the page of a method, around all pages of a
 * controller, or around all pages of a module's controllers.
 *
 * ```ts
 * @Controller('settings')
 * @UseLayouts(SettingsLayout)
 * export class SettingsController {}
 * ```
 *
 * The order from the outside is: layouts of the application, the module, a base class, the class,
 * the method.
 */
export function UseLayouts(...layouts: readonly LayoutClass[]): ClassDecorator & MethodDecorator {
  return (target: object, _name?: string | symbol, descriptor?: PropertyDescriptor): void => {
    const decorated = descriptor ? (descriptor.value as object) : target;
    // TypeScript applies the lowest decorator first, so each further one adds outer layouts.
    const inner = getOwnLayouts(decorated);
    Reflect.defineMetadata(USE_LAYOUTS, [...layouts, ...inner], decorated);
  };
}

export function getUsedLayouts(decorated: object): readonly LayoutClass[] {
  const parent: unknown = Object.getPrototypeOf(decorated);
  const inherited = typeof parent === 'function' ? getUsedLayouts(parent) : [];
  return [...inherited, ...getOwnLayouts(decorated)];
}

function getOwnLayouts(decorated: object): readonly LayoutClass[] {
  return (Reflect.getOwnMetadata(USE_LAYOUTS, decorated) as LayoutClass[] | undefined) ?? [];
}
