import type { LayoutClass } from './layout.decorator.ts';

const USE_LAYOUTS = Symbol('errata.use-layouts');

/**
 * Puts layouts around pages, outermost first: on a page's method, on a controller for all of its
 * pages, on a module for those of all its controllers. A module's stand outside a controller's, and
 * those outside a method's, and a base class's outside those of the class that extends it; the
 * application's own stand around all of them.
 */
export function UseLayouts(...layouts: readonly LayoutClass[]): ClassDecorator & MethodDecorator {
  return (target: object, _name?: string | symbol, descriptor?: PropertyDescriptor): void => {
    const decorated = descriptor ? (descriptor.value as object) : target;
    // The decorator above another one runs later and stands around it.
    const inner = getOwnLayouts(decorated);
    Reflect.defineMetadata(USE_LAYOUTS, [...layouts, ...inner], decorated);
  };
}

/** The layouts of a module, a controller or a page's method, those of the classes it extends outside. */
export function getUsedLayouts(decorated: object): readonly LayoutClass[] {
  const parent: unknown = Object.getPrototypeOf(decorated);
  const inherited = typeof parent === 'function' ? getUsedLayouts(parent) : [];
  return [...inherited, ...getOwnLayouts(decorated)];
}

function getOwnLayouts(decorated: object): readonly LayoutClass[] {
  return (Reflect.getOwnMetadata(USE_LAYOUTS, decorated) as LayoutClass[] | undefined) ?? [];
}
