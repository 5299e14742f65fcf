import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ViteDevServer } from 'vite';
import { findViewName } from './built-client.ts';
import { ClientBuild } from './client-build.ts';
import type { PageAssets } from './client-build.ts';
import { renderPage, streamPage } from './server-entry.ts';
import type { ServerEntry } from './server-entry.ts';
import { ViewRenderer } from './view-renderer.ts';
import type { PageStream, PageToRender, RenderOptions, StreamOptions } from './view-renderer.ts';

/**
 * Starts Vite inside this process; Vite's middleware serves the views' sources to browsers. After a
 * restart, open pages reconnect to the port for live updates, so `liveUpdatesPort` must stay the
 * same. When it is absent, Vite uses its default port.
 */
export async function startVite(
  rendererFolder: string,
  liveUpdatesPort: number | undefined,
): Promise<ViteDevServer> {
  const vite = await import('vite');
  return vite.createServer({
    configFile: join(rendererFolder, 'vite.config.ts'),
    server: {
      middlewareMode: true,
      ...(liveUpdatesPort === undefined ? {} : { hmr: { port: liveUpdatesPort } }),
    },
    appType: 'custom',
  });
}

const LOADING = /^export (?:function|const) Loading\b/m;

export class DevViews extends ViewRenderer {
  constructor(private readonly vite: ViteDevServer) {
    super();
  }

  override async render(page: PageToRender, options: RenderOptions): Promise<string> {
    const entry = await this.load();
    return this.withSourcePositions(() => renderPage(entry, page, options));
  }

  override async stream(page: PageToRender, options: StreamOptions): Promise<PageStream> {
    const entry = await this.load();
    return this.withSourcePositions(() =>
      streamPage(entry, page, {
        ...options,
        onFault: (error) => options.onFault(this.withPositions(error)),
      }),
    );
  }

  /** Reads the source files, because perhaps no view has been loaded yet. */
  override listLoading(): readonly string[] {
    const cwd = this.vite.config.root;
    const files = globSync('src/{features/**,rendering}/views/*.{page,layout}.tsx', { cwd });
    return files
      .filter((file) => LOADING.test(readFileSync(join(cwd, file), 'utf8')))
      .flatMap((file) => findViewName(file.replaceAll('\\', '/')) ?? []);
  }

  private async load(): Promise<ServerEntry> {
    return (await this.vite.ssrLoadModule('/src/browser/entry-server.tsx')) as ServerEntry;
  }

  private async withSourcePositions<T>(render: () => Promise<T>): Promise<T> {
    try {
      return await render();
    } catch (error) {
      throw this.withPositions(error);
    }
  }

  private withPositions(error: unknown): unknown {
    if (error instanceof Error) this.vite.ssrFixStacktrace(error);
    return error;
  }
}

export class DevClient extends ClientBuild {
  override readonly id = 'development';

  constructor(private readonly rendererFolder: string) {
    super();
  }

  override assetsOf(): PageAssets {
    return {
      script: 'dev-entry.js',
      // `?direct` makes Vite serve a plain stylesheet, which styles the page before any script
      // runs.
      styles: this.listStyles().map((file) => `${file}?direct`),
      chunks: [],
      viewFiles: {},
      icon: 'src/ui/icon.svg',
    };
  }

  private listStyles(): readonly string[] {
    const files = globSync('src/features/**/browser/styles.css', { cwd: this.rendererFolder });
    return files.map((file) => file.replaceAll('\\', '/'));
  }
}
