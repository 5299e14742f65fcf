import { runtimeLimits } from '#shared';
import type { AnyPlaces } from './page-places.ts';
import { noteUsedView } from './declared-views.ts';
import type { NoProps, SentProps } from './json-props.ts';
import type { NothingElse } from './nothing-else.ts';
import { PAGE_METADATA } from './page.metadata.ts';
import type { PageMetadata } from './page.metadata.ts';
import type { SegmentOptions } from './segment-options.ts';

type PageMethod<Props> = (...parameters: never[]) => Props | Promise<Props>;

export interface PageOptions<Props> extends SegmentOptions<Props> {
  /**
   * When a cached page is older than this, the browser shows the page and refreshes it in the
   * background. 60 s when absent.
   */
  readonly staleMs?: number;
  /** Places at which other capabilities show parts. The view gets the parts as its prop `parts`. */
  readonly places?: AnyPlaces;
}

/**
 * Makes a controller's method a page. The method returns the props of `view`, whose file takes
 * their type from the method. The build checks that both belong together.
 *
 * ```ts
 * @Get(':id')
 * @Page<PropsOf<IssueController['show']>>('issue-pages/issue.page', { head: toHead })
 * show(@Param('id', IdPipe) id: number) {
 *   return this.issues.get(id);
 * }
 *
 * // views/issue.page.tsx
 * export function Page({ title }: PropsOf<IssueController['show']>) { … }
 * ```
 *
 * Guards, pipes and interceptors of the method and its controller run as for any Nest route;
 * layouts load at the same time as the method. A prop that is a promise is deferred: the page is
 * sent before the promise resolves, and the value follows. When one of Nest's exceptions of status
 * 4xx is thrown, the visitor sees the view for that status.
 */
export function Page<Props = NoProps>(
  view: string,
  { staleMs = runtimeLimits.routeStaleMs, places, ...options }: PageOptions<Props> = {},
) {
  // JSON cannot represent infinity, and clients would reject the page data.
  if (!(staleMs >= 0 && staleMs < Infinity))
    throw new RangeError(`The page ${view} needs a staleMs that is a finite number from 0.`);
  noteUsedView(view);
  return <Method extends PageMethod<SentProps<Props>>>(
    _target: object,
    _name: string | symbol,
    descriptor: TypedPropertyDescriptor<Method> & NothingElse<Method, Props>,
  ): void => {
    const metadata: PageMetadata = { view, options, staleMs, places };
    Reflect.defineMetadata(PAGE_METADATA, metadata, descriptor.value as Method);
  };
}
