import { runtimeLimits } from '#shared';
import { declareView } from './declared-views.ts';
import type { JsonProps, NotJson } from './json-props.ts';
import type { NothingElse } from './nothing-else.ts';
import { PAGE_METADATA } from './page.metadata.ts';
import type { PageMetadata } from './page.metadata.ts';
import type { SegmentOptions } from './segment-options.ts';

/** What a method returns whose view takes no props. */
type NoProps = Record<string, never> | void;

/** Props of the `Page` that a view's file exports; what is wrong with them where they could not travel as JSON. */
type PagePropsOf<Module> = Module extends { Page: () => unknown }
  ? NoProps
  : Module extends { Page: (props: infer Props) => unknown }
    ? Props extends JsonProps<Props>
      ? Props
      : NotJson<Props>
    : never;

type PageMethod<Props> = (...parameters: never[]) => Props | Promise<Props>;

export interface PageOptions<Props> extends SegmentOptions<Props> {
  /** Age from which the browser shows this page and refreshes it behind. 60 s unless said. */
  readonly staleMs?: number;
}

/**
 * Makes a controller method a page: what it returns are the props of `view`, and the compiler
 * refuses anything else.
 *
 * `@Page<typeof import('./views/issue.page.tsx')>('issue-pages/issue.page', { head: … })`
 *
 * Guards, pipes and interceptors of the method and its controller run as for any Nest route;
 * layouts load beside the method. An outermost prop that is a promise is deferred: the page is sent
 * without it, and it follows. Nest's own exceptions of status 4xx are outcomes: the page for
 * `NotFoundException`, `UnauthorizedException`, `ForbiddenException` and the like, with their status.
 */
export function Page<Module extends { Page: (props: never) => unknown }>(
  view: string,
  { staleMs = runtimeLimits.routeStaleMs, ...options }: PageOptions<PagePropsOf<Module>> = {},
) {
  // JSON has no infinity: a client would take the page for one of another format.
  if (!(staleMs >= 0 && staleMs < Infinity))
    throw new RangeError(`The page ${view} needs a staleMs that is a finite number from 0.`);
  declareView(view);
  return <Method extends PageMethod<PagePropsOf<Module>>>(
    _target: object,
    _name: string | symbol,
    descriptor: TypedPropertyDescriptor<Method> & NothingElse<Method, PagePropsOf<Module>>,
  ): void => {
    const metadata: PageMetadata = { view, options, staleMs };
    Reflect.defineMetadata(PAGE_METADATA, metadata, descriptor.value as Method);
  };
}
