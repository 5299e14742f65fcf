import type { LoadPage } from '../page-data/page-loader.ts';
import type { Redirect } from './redirect.ts';
import type { ShowPage } from './show-page.ts';

/** What only a visitor needs who goes to another page: it comes with the code of that page (ADR 87). */
export interface Journey {
  readonly loadPage: LoadPage;
  /** Of what has been loaded by it. */
  readonly redirect: Redirect;
  readonly showPage: ShowPage;
}
