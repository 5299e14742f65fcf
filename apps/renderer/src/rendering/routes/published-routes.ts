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

export const routesPath = '/_routes';

interface PublishedTable {
  readonly path: string;
  readonly json: string;
  readonly loading: readonly string[];
}

@Injectable()
export class PublishedRoutes {
  private known: PublishedTable | undefined;

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly chains: PageChains,
    private readonly views: ViewRenderer,
  ) {}

  /** Computed on first use. Must not be read before the application has started. */
  get table(): PublishedTable {
    const loading = this.views.listLoading();
    // In development the list changes with the views' files.
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
   * Returns the layouts and the page of a route; undefined when its handler is no page.
   *
   * When several controllers inherit the same page, the handler's name tells them apart: Nest names
   * handlers `Controller.method`. When the name is missing, the table names no views for the route.
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

function toReads(chain: Chain | undefined): (readonly string[])[] {
  return chain?.page ? chain.layouts.map(({ addressNames }) => addressNames) : [];
}
