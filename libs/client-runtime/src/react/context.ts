import type { Flash } from '#shared';
import { createContext, useContext } from 'react';
import type { ComponentType } from 'react';
import { createSubmissions } from '../actions/submissions.ts';
import type { Submissions } from '../actions/submissions.ts';
import type { ShownPage } from '../cache/shown-page.ts';
import type { ViewRegistry } from '../code/view-registry.ts';
import type { OwnObservable } from '../observable.ts';
import type { Router } from '../router/router.ts';

/** A page's or a layout's component. Its props are JSON of its loader; a layout also gets `children`. */
// Views of many prop types live in one registry; `never` is the only parameter they all accept.
export type View = ComponentType<never>;

/** What stays the same for the whole document. */
export interface Application {
  /** Path under which the application is mounted, without a trailing slash; empty at the root. */
  readonly basePath: string;
  /** Those of the page's segments are loaded. */
  readonly views: ViewRegistry<View>;
  /** What becomes of its forms. */
  readonly submissions: Submissions;
  /** Lets styles be part of the page; absent where a view is rendered by itself. */
  readonly nonce?: string | undefined;
  /** In the browser. */
  readonly router?: Router | undefined;
  /** What the visitor is told, until he goes on. */
  readonly flash?: OwnObservable<Flash | undefined>;
}

/** What changes with every navigation. */
export interface Whereabouts {
  readonly page: ShownPage;
  /** Pages of one stay share their state. */
  readonly stay: number;
  /** What the address bar shows: path, query and fragment, base path included. */
  readonly address: string;
  /** Called when the document has the page, before it is painted. */
  readonly onShown?: () => void;
  /** Called before the document has the page, which is hidden in it. */
  readonly onPrepared?: () => void;
  /** The page was hidden behind the one before, and has just been uncovered. */
  readonly isUncovered?: boolean;
}

export type Places = readonly [Whereabouts, ...Whereabouts[]];

// A view that is rendered by itself, as specs do, has an address, and nothing that is sent.
export const ApplicationContext = createContext({
  basePath: '',
  submissions: createSubmissions(),
} as Application);
/** The page that is shown, and behind it those that are kept for back and forward, the last one left first. */
export const PlacesContext = createContext<Places>([{ address: '/' } as Whereabouts]);

/** What a link or a form is known by inside of it; elsewhere, something that no navigation comes from. */
export const SourceContext = createContext<object>({});

/** What a form of an action is known by inside of it. */
export const FormContext = createContext<object | undefined>(undefined);

export const useApplication = (): Application => useContext(ApplicationContext);
export const usePlaces = (): Places => useContext(PlacesContext);
/** Of a page that is kept: its own. */
export const useWhereabouts = (): Whereabouts => usePlaces()[0];
