import type { PartData } from '#shared';
import { createContext, createElement, use, useContext } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { useApplication } from './context.ts';
import { Deferred } from './deferred.tsx';
import { ErrorBoundary } from './error-boundary.tsx';

interface PropsWithParts {
  readonly parts: readonly PartData[];
}

const PartsContext = createContext<PropsWithParts>({ parts: [] });

/**
 * Gives the places inside it the parts of a page. `of` are the page's props.
 *
 * ```tsx
 * export function Page(props: ProductProps): ReactNode {
 *   return (
 *     <Parts of={props}>
 *       <h1>{props.name}</h1>
 *       <PartsAt place="below" />
 *     </Parts>
 *   );
 * }
 * ```
 */
export function Parts({
  of,
  children,
}: {
  readonly of: PropsWithParts;
  readonly children: ReactNode;
}): ReactNode {
  return <PartsContext value={of}>{children}</PartsContext>;
}

interface PartsAtProps {
  readonly place: string;
  /** The item of a list at which the parts of each item are shown. */
  readonly item?: string | number;
  /** Shown when no part has anything here. */
  readonly children?: ReactNode;
}

/**
 * Shows the parts that capabilities have registered at a place of the page.
 *
 * ```tsx
 * <PartsAt place="row" item={product.id} />
 * ```
 */
export function PartsAt({ place, item, children }: PartsAtProps): ReactNode {
  return usePartsAt(place)(item) ?? children;
}

/**
 * Returns a function that gives the parts of an item, and undefined where there are none. A list
 * uses it instead of a component for each row.
 */
export function usePartsAt(place: string): (item?: string | number) => ReactNode {
  const page = useContext(PartsContext);
  const parts = page.parts.filter((part) => part.place === place);
  return (item) => {
    const shown = parts.flatMap(({ view, datum, isOfEach, data: all }) => {
      const data = isOfEach && item !== undefined ? (all as Items)[item] : all;
      if (datum === undefined) {
        return data === undefined ? [] : [<PartView key={view} view={view} data={data} />];
      }
      const value = (page as unknown as Readonly<Record<string, Promise<object | null>>>)[datum];
      return value ? [<LatePart key={view} view={view} value={value} />] : [];
    });
    return shown.length > 0 ? shown : undefined;
  };
}

type Items = Readonly<Record<string | number, unknown>>;

function PartView({ view, data }: { readonly view: string; readonly data: unknown }): ReactNode {
  const { views } = useApplication();
  // Only the view of an outcome may still have to load.
  const component = views.find(view) ?? use(views.load(view));
  return (
    <ErrorBoundary of={data}>
      {createElement(component as ComponentType<object>, data as object)}
    </ErrorBoundary>
  );
}

function LatePart({
  view,
  value,
}: {
  readonly view: string;
  readonly value: Promise<object | null>;
}): ReactNode {
  return (
    <Deferred value={value} fallback={null}>
      {(data) => data && <PartView view={view} data={data} />}
    </Deferred>
  );
}
