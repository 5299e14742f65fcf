import type { PartData } from '#page-protocol';
import { createContext, useContext } from 'react';
import type { ReactNode } from 'react';
import { Deferred } from './deferred.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { NamedView } from './outcome-in-place.tsx';

/**
 * Gives the places inside it the parts of a page. `value` are the page's props.
 *
 * ```tsx
 * export function Page(props: ProductProps): ReactNode {
 *   return (
 *     <Parts value={props}>
 *       <h1>{props.name}</h1>
 *       <PartsAt place="below" />
 *     </Parts>
 *   );
 * }
 * ```
 */
export const Parts = createContext<{ readonly parts: readonly PartData[] }>({ parts: [] });

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
  const page = useContext(Parts);
  const parts = page.parts.filter((part) => part.place === place);
  return (item) => {
    const shown = parts.flatMap(({ view, of = view, datum, data: all }) => {
      const show = (data: unknown): ReactNode =>
        data ? (
          <ErrorBoundary key={of} of={data}>
            <NamedView name={view} props={data} />
          </ErrorBoundary>
        ) : undefined;
      if (datum === undefined) return show(item === undefined ? all : (all as Items)[item]) ?? [];
      return (
        <Deferred key={view} value={(page as unknown as LateData)[datum]!} fallback={null}>
          {show}
        </Deferred>
      );
    });
    return shown[0] && shown;
  };
}

type Items = Readonly<Record<string | number, unknown>>;
type LateData = Readonly<Record<string, Promise<unknown>>>;
