import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
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
