import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { ViewRenderer } from '../build/view-renderer.ts';
import type { Chain } from '../chain/chain.ts';
import { PageChains } from '../chain/page-chains.ts';
import { getPageMetadata } from '../pages/page.metadata.ts';
import { listRegisteredRoutes } from './registered-routes.ts';
import type { RoutedApplication } from './registered-routes.ts';
import { toRouteTable } from './route-table.ts';

/** Within the application; what is under it is the platform's own. */
export const routesPath = '/_routes';

interface PublishedTable {
  /** Where browsers find it within the application: another table, another path. */
  readonly path: string;
  /** The `RouteTable` as JSON. */
  readonly json: string;
  readonly loading: readonly string[];
}

/** The application's route table, as browsers are told of it. */
@Injectable()
export class PublishedRoutes {
  private known: PublishedTable | undefined;

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly chains: PageChains,
    private readonly views: ViewRenderer,
  ) {}

  /** Worked out when it is first asked for, which must not be before the application has started. */
  get table(): PublishedTable {
    const loading = this.views.listLoading();
    // Development is told of files that have changed.
    if (this.known?.loading.join() !== loading.join()) this.known = this.workOut(loading);
    return this.known;
  }

  private workOut(loading: readonly string[]): PublishedTable {
    const application = this.host.httpAdapter.getInstance<RoutedApplication>();
    const routes = listRegisteredRoutes(application).map(({ path, handler }) => {
      const chain = this.findChain(handler);
      return { path, views: toViews(chain), reads: toReads(chain) };
    });
    const json = JSON.stringify(toRouteTable(routes, loading));
    const hash = createHash('sha256').update(json).digest('hex').slice(0, 16);
    return { path: `${routesPath}/${hash}.json`, json, loading };
  }

  /**
   * The chain of the page that a handler of Nest's answers with; undefined when it is no page's. Nest
   * puts the metadata of a controller's method on the handler, and its name is `Controller.method`,
   * which tells heirs of the same method apart. Where it does not, nothing is forecast.
   */
  private findChain(handler: object): Chain | undefined {
    const page = getPageMetadata(handler);
    if (!page) return undefined;
    const pages = this.chains.list().filter(({ chain }) => chain.page === page);
    if (pages.length === 1) return pages[0]?.chain;
    const [controllerName] = (handler as { readonly name: string }).name.split('.');
    return pages.find(({ controller }) => controller.name === controllerName)?.chain;
  }
}

function toViews(chain: Chain | undefined): string[] {
  if (!chain?.page) return [];
  return [...chain.layouts.map(({ view }) => view), chain.page.view];
}

function toReads(chain: Chain | undefined): string[] {
  return chain?.page ? chain.layouts.flatMap(({ addressNames }) => addressNames) : [];
}
