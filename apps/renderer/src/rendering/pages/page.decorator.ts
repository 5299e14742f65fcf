import { runtimeLimits } from '#shared';
import type { AnyPlaces } from './page-places.ts';
import { noteUsedView } from './declared-views.ts';
import type { JsonProps, NotJson } from './json-props.ts';
import type { NothingElse } from './nothing-else.ts';
import { PAGE_METADATA } from './page.metadata.ts';
import type { PageMetadata } from './page.metadata.ts';
import type { SegmentOptions } from './segment-options.ts';

type NoProps = Record<string, never> | void;

type PagePropsOf<Module> = Module extends { Page: () => unknown }
  ? NoProps
  : Module extends { Page: (props: infer Props) => unknown }
    ? Props extends JsonProps<Props>
      ? Props
      : NotJson<Props>
    : never;

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
 * Makes a controller's method a page. The method must return the props of `view` and nothing else,
 * which the compiler checks.
 *
 * ```ts
 * @Get(':id')
 * @Page<typeof import('./views/issue.page.tsx')>('issue-pages/issue.page', { head: toHead })
 * show(@Param('id', IdPipe) id: number): Promise<IssueProps> {
 *   return this.issues.get(id);
 * }
 * ```
 *
 * Guards, pipes and interceptors of the method and its controller run as for any Nest route;
 * layouts load at the same time as the method. A prop that is a promise is deferred: the page is
 * sent before the promise resolves, and the value follows. When one of Nest's exceptions of status
 * 4xx is thrown, the visitor sees the view for that status.
 */
export function Page<Module extends { Page: (props: never) => unknown }>(
  view: string,
  {
    staleMs = runtimeLimits.routeStaleMs,
    places,
    ...options
  }: PageOptions<PagePropsOf<Module>> = {},
) {
  // JSON cannot represent infinity, and clients would reject the page data.
  if (!(staleMs >= 0 && staleMs < Infinity))
    throw new RangeError(`The page ${view} needs a staleMs that is a finite number from 0.`);
  noteUsedView(view);
  return <Method extends PageMethod<PagePropsOf<Module>>>(
    _target: object,
    _name: string | symbol,
    descriptor: TypedPropertyDescriptor<Method> & NothingElse<Method, PagePropsOf<Module>>,
  ): void => {
    const metadata: PageMetadata = { view, options, staleMs, ...(places && { places }) };
    Reflect.defineMetadata(PAGE_METADATA, metadata, descriptor.value as Method);
  };
}
