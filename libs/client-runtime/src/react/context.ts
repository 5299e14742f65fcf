import type { Flash } from '#page-protocol';
import { createContext, useContext } from 'react';
import type { ComponentType } from 'react';
import { createSubmissions } from '../actions/submissions.ts';
import type { Submissions } from '../actions/submissions.ts';
import type { ShownPage } from '../cache/shown-page.ts';
import type { ViewRegistry } from '../code/view-registry.ts';
import type { OwnObservable } from '../observable.ts';
import type { Router } from '../router/router.ts';

/**
 * The component of a page or a layout. Its props are the JSON of its loader, and a layout also gets
 * `children`.
 *
 * ```tsx
 * const Page = ({ title }: IssueProps): ReactNode => <h1>{title}</h1>;
 * const view: View = Page;
 * ```
 */
// One registry holds views of many prop types, and `never` is the only parameter that all of them
// accept.
export type View = ComponentType<never>;

export interface Application {
  /** Path under which the application is mounted, without a trailing slash. Empty at the root. */
  readonly basePath: string;
  /** Ends the names of actions (see `DocumentPayload`). */
  readonly person: string;
  /** The views of the page's segments must be loaded. */
  readonly views: ViewRegistry<View>;
  readonly submissions: Submissions;
  /**
   * Allows `Style` elements under the content security policy. Absent when a view is rendered
   * alone.
   */
  readonly nonce?: string | undefined;
  /** Absent on the server. */
  readonly router?: Router | undefined;
  readonly flash?: OwnObservable<Flash | undefined>;
  /** Asks before the visitor leaves. Set by `useBlocker`, because other pages need no dialog. */
  readonly dialog?: ComponentType<LeaveDialogProps>;
}

export interface LeaveDialogProps {
  readonly question: string;
  readonly answer: (isLeaving: boolean) => void;
}

export interface PlacedPage {
  readonly page: ShownPage;
  readonly stay: number;
  readonly address: string;
  readonly onShown?: () => void;
  readonly onPrepared?: () => void;
  readonly isUncovered?: boolean;
}

export type Places = readonly [PlacedPage, ...PlacedPage[]];

// Defaults for specs, which render views without an application.
export const ApplicationContext = createContext({
  basePath: '',
  person: '',
  submissions: createSubmissions(),
} as Application);
/** The shown page, followed by the pages that stay hidden for back and forward, newest first. */
export const PlacesContext = createContext<Places>([{ address: '/' } as PlacedPage]);

/** Identifies the surrounding link or form. The default belongs to no navigation. */
export const SourceContext = createContext<object>({});

export const FormContext = createContext<object | undefined>(undefined);

export const useApplication = (): Application => useContext(ApplicationContext);
export const usePlaces = (): Places => useContext(PlacesContext);
/**
 * Returns the page around the component, with its address. Components of a hidden page get that
 * page.
 */
export const usePlacedPage = (): PlacedPage => usePlaces()[0];
