import type { OutcomeProps } from '#shared';
import type { PageHead } from '../head/page-head.ts';
import { noteUsedView } from './declared-views.ts';

const OUTCOME_VIEWS = Symbol('errata.outcome-views');

/**
 * Outcomes that may have a view of their own. 400 stands for every refusal (4xx) that has no view,
 * and 500 for every fault.
 */
export type OutcomeStatus = 400 | 401 | 403 | 404 | 500;

export interface OutcomeViewOptions {
  /** Returns the head of the outcome's page, whose title is English otherwise. */
  readonly head?: (outcome: OutcomeProps) => PageHead;
}

export type OutcomeViews = Readonly<Partial<Record<OutcomeStatus, string>>>;

/**
 * Names the view that shows an outcome of a page, of a controller's pages, or of everything inside
 * a layout. The nearest view is shown, and the platform's own view when none is named. The
 * view takes `OutcomeProps`, which the build checks. A view that is
 * named without `head` has the `head` of another place that names it.
 *
 * ```ts
 * @Controller('issues')
 * @OutcomeView(404, 'issue-pages/no-issue.page')
 * export class IssuesController {}
 * ```
 */
export function OutcomeView(
  status: OutcomeStatus,
  view: string,
  { head }: OutcomeViewOptions = {},
): ClassDecorator & MethodDecorator {
  noteUsedView(view);
  if (head) heads.set(view, head).set(`${status} ${view}`, head);
  return (target: object, _name?: string | symbol, descriptor?: PropertyDescriptor): void => {
    const decorated = descriptor ? (descriptor.value as object) : target;
    const views: OutcomeViews = { ...getOutcomeViews(decorated), [status]: view };
    Reflect.defineMetadata(OUTCOME_VIEWS, views, decorated);
  };
}

const heads = new Map<string, OutcomeViewOptions['head']>();

/** Returns the view's `head` for the first of the statuses that has one, else any `head` of the view. */
export function findOutcomeHead(
  view: string,
  statuses: readonly OutcomeStatus[],
): OutcomeViewOptions['head'] {
  const named = statuses.find((status) => heads.has(`${status} ${view}`));
  return heads.get(named === undefined ? view : `${named} ${view}`);
}

/** Names a view of the platform, which is shown for outcomes without a nearer view. */
export function nameOutcomeView(view: string): string {
  noteUsedView(view);
  return view;
}

export function getOutcomeViews(decorated: object): OutcomeViews {
  return (Reflect.getMetadata(OUTCOME_VIEWS, decorated) as OutcomeViews | undefined) ?? {};
}
