import type { OutcomeProps } from '#shared';
import { noteUsedView } from './declared-views.ts';

const OUTCOME_VIEWS = Symbol('errata.outcome-views');

/** Outcomes that may have a view of their own. 500 stands for every fault. */
export type OutcomeStatus = 401 | 403 | 404 | 500;

export type OutcomeViews = Readonly<Partial<Record<OutcomeStatus, string>>>;

interface OutcomeModule {
  readonly Page: (props: OutcomeProps) => unknown;
}
type NameOf<Module> = Module extends OutcomeModule ? string : never;
type DecoratorOf<Module> = Module extends OutcomeModule ? ClassDecorator & MethodDecorator : never;

/**
 * Names the view that shows an outcome of a page, of a controller's pages, or of everything inside
 * a layout. The nearest view is shown, and the platform's own view when none is named.
 *
 * ```ts
 * @Controller('issues')
 * @OutcomeView<typeof import('./views/no-issue.page.tsx')>(404, 'issue-pages/no-issue.page')
 * export class IssuesController {}
 * ```
 */
export function OutcomeView<Module extends OutcomeModule>(
  status: OutcomeStatus,
  view: NameOf<Module>,
): DecoratorOf<Module> {
  noteUsedView(view);
  return ((target: object, _name?: string | symbol, descriptor?: PropertyDescriptor): void => {
    const decorated = descriptor ? (descriptor.value as object) : target;
    const views: OutcomeViews = { ...getOutcomeViews(decorated), [status]: view };
    Reflect.defineMetadata(OUTCOME_VIEWS, views, decorated);
  }) as DecoratorOf<Module>;
}

/**
 * Names a view of the platform, which is shown for outcomes without a nearer view. Checks the
 * view's props like `@OutcomeView`.
 */
export function nameOutcomeView<Module extends OutcomeModule>(view: NameOf<Module>): string {
  noteUsedView(view);
  return view;
}

export function getOutcomeViews(decorated: object): OutcomeViews {
  return (Reflect.getMetadata(OUTCOME_VIEWS, decorated) as OutcomeViews | undefined) ?? {};
}
