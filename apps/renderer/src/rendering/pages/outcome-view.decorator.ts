import type { OutcomeProps } from '#shared';
import { declareView } from './declared-views.ts';

const OUTCOME_VIEWS = Symbol('errata.outcome-views');

/** Outcomes that may have a view of their own. 500 stands for every fault. */
export type OutcomeStatus = 401 | 403 | 404 | 500;

/** Names of views by status. */
export type OutcomeViews = Readonly<Partial<Record<OutcomeStatus, string>>>;

interface OutcomeModule {
  readonly Page: (props: OutcomeProps) => unknown;
}
type NameOf<Module> = Module extends OutcomeModule ? string : never;
type DecoratorOf<Module> = Module extends OutcomeModule ? ClassDecorator & MethodDecorator : never;

/**
 * Names the view that shows an outcome of a page, of a controller's pages, or of whatever is inside a
 * layout. The nearest one to where it came from counts; without any, the platform's own is shown.
 *
 * `@OutcomeView<typeof import('./views/no-issue.page.tsx')>(404, 'issue-pages/no-issue.page')`
 */
export function OutcomeView<Module extends OutcomeModule>(
  status: OutcomeStatus,
  view: NameOf<Module>,
): DecoratorOf<Module> {
  declareView(view);
  return ((target: object, _name?: string | symbol, descriptor?: PropertyDescriptor): void => {
    const decorated = descriptor ? (descriptor.value as object) : target;
    const views: OutcomeViews = { ...getOutcomeViews(decorated), [status]: view };
    Reflect.defineMetadata(OUTCOME_VIEWS, views, decorated);
  }) as DecoratorOf<Module>;
}

/**
 * Names a view of the platform's own for outcomes that nothing around them has one for: declared and
 * held to its props as what `@OutcomeView` names.
 */
export function nameOutcomeView<Module extends OutcomeModule>(view: NameOf<Module>): string {
  declareView(view);
  return view;
}

/** The outcome views that a layout, a controller or a page's method names, or a class it extends. */
export function getOutcomeViews(decorated: object): OutcomeViews {
  return (Reflect.getMetadata(OUTCOME_VIEWS, decorated) as OutcomeViews | undefined) ?? {};
}
