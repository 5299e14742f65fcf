import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RequestHandler } from 'express';
import { hashedAssets } from '../assets/hashed-assets.ts';
import { BuiltClient } from './built-client.ts';
import type { ClientBuild } from './client-build.ts';
import { DevClient, DevViews, startVite } from './dev-views.ts';
import { renderPage, streamPage } from './server-entry.ts';
import type { ServerEntry } from './server-entry.ts';
import { ViewRenderer } from './view-renderer.ts';
import type { PageStream, PageToRender, RenderOptions, StreamOptions } from './view-renderer.ts';

export class BuiltViews extends ViewRenderer {
  private constructor(private readonly entry: ServerEntry) {
    super();
  }

  static async load(distFolder: string): Promise<BuiltViews> {
    const file = join(distFolder, 'ssr/entry-server.js');
    return new BuiltViews((await import(pathToFileURL(file).href)) as ServerEntry);
  }

  override listLoading(): readonly string[] {
    return this.entry.loadingViews;
  }

  override render(page: PageToRender, options: RenderOptions): Promise<string> {
    return renderPage(this.entry, page, options);
  }

  override stream(page: PageToRender, options: StreamOptions): Promise<PageStream> {
    return streamPage(this.entry, page, options);
  }
}

/**
 * The views, ready to render on the server and to serve to the browser.
 *
 * ```ts
 * const build: ViewBuild = await openViewBuild(config);
 * mountRendering(app, { first: [], assets: build.middleware });
 * await build.close();
 * ```
 */
export interface ViewBuild {
  readonly client: ClientBuild;
  readonly views: ViewRenderer;
  readonly middleware: RequestHandler;
  close(): Promise<void>;
}

export interface ViewBuildSource {
  readonly development: boolean;
  readonly liveUpdatesPort?: number;
  /**
   * Root of the repository, with the sources in `apps/renderer` and the build in
   * `dist/apps/renderer`.
   */
  readonly rootFolder: string;
}

/**
 * Opens the build of the views, or their sources in development. Rejects when the build is missing
 * or incomplete.
 *
 * ```ts
 * const rootFolder = resolve(import.meta.dirname, '../../..');
 * const { client, views } = await openViewBuild({ development: false, rootFolder });
 * ```
 */
export async function openViewBuild(source: ViewBuildSource): Promise<ViewBuild> {
  return source.development ? openSources(source) : openBuild(source);
}

async function openBuild({ rootFolder }: ViewBuildSource): Promise<ViewBuild> {
  const folder = join(rootFolder, 'dist/apps/renderer');
  return {
    client: new BuiltClient(folder),
    views: await BuiltViews.load(folder),
    middleware: hashedAssets(folder),
    close: async () => undefined,
  };
}

async function openSources({ rootFolder, liveUpdatesPort }: ViewBuildSource): Promise<ViewBuild> {
  const folder = join(rootFolder, 'apps/renderer');
  const vite = await startVite(folder, liveUpdatesPort);
  return {
    client: new DevClient(folder),
    views: new DevViews(vite),
    middleware: vite.middlewares as unknown as RequestHandler,
    close: () => vite.close(),
  };
}
