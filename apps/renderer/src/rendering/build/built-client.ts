import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { ClientBuild } from './client-build.ts';
import type { PageAssets } from './client-build.ts';

/** One entry of Vite's manifest: https://vite.dev/guide/backend-integration */
interface ManifestChunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}

type Manifest = Readonly<Record<string, ManifestChunk>>;

const ICON = 'src/ui/icon.svg';

export class BuiltClient extends ClientBuild {
  readonly id: string;
  private readonly manifest: Manifest;
  private readonly entryKey: string;
  private readonly viewKeys: ReadonlyMap<string, string>;
  private readonly known = new Map<string, PageAssets>();

  constructor(distFolder: string) {
    super();
    const text = readFileSync(join(distFolder, 'client/.vite/manifest.json'), 'utf8');
    this.manifest = JSON.parse(text) as Manifest;
    this.viewKeys = toViewKeys(this.manifest);
    const entry = Object.entries(this.manifest).find(([, chunk]) => chunk.isEntry);
    if (!entry) throw new Error('The manifest of the browser build names no entry.');
    this.entryKey = entry[0];
    this.id = createHash('sha256')
      .update(text)
      .update(readFileSync(join(distFolder, 'ssr/entry-server.js')))
      .digest('hex')
      .slice(0, 16);
  }

  override assetsOf(views: readonly string[]): PageAssets {
    const name = views.join(' ');
    let assets = this.known.get(name);
    if (!assets) {
      assets = this.collect(views);
      this.known.set(name, assets);
    }
    return assets;
  }

  private findFile(view: string, { file: script }: ManifestChunk): [view: string, file: string][] {
    const chunk = this.manifest[this.viewKeys.get(view) ?? view];
    return chunk ? [[view, toImport(chunk.file, script)]] : [];
  }

  private collect(views: readonly string[]): PageAssets {
    const chunks = new Set<ManifestChunk>();
    const visit = (key: string): void => {
      const chunk = this.manifest[key];
      if (!chunk || chunks.has(chunk)) return;
      chunks.add(chunk);
      chunk.imports?.forEach(visit);
    };
    visit(this.entryKey);
    views.map((view) => this.viewKeys.get(view) ?? view).forEach(visit);

    const entry = this.manifest[this.entryKey] as ManifestChunk;
    const icon = this.manifest[ICON]?.file;
    return {
      script: entry.file,
      styles: [...new Set([...chunks].flatMap((chunk) => chunk.css ?? []))],
      chunks: [...chunks].filter((chunk) => chunk !== entry).map((chunk) => chunk.file),
      viewFiles: Object.fromEntries(views.flatMap((view) => this.findFile(view, entry))),
      icon: icon || undefined,
    };
  }
}

function toImport(file: string, from: string): string {
  const path = posix.relative(posix.dirname(from), file);
  return path.startsWith('.') ? path : `./${path}`;
}

const VIEW_FILE = /(?<folder>[^/]+)\/views\/(?<view>[^/]+)\.tsx$/;

function toViewKeys(manifest: Manifest): Map<string, string> {
  const named = Object.keys(manifest).flatMap((key) => {
    const name = findViewName(key);
    return name === undefined ? [] : [[name, key] as const];
  });
  return new Map(named);
}

/**
 * Returns the name of the view in a file: `issue-pages/issue.page` for
 * `…/issue-pages/views/issue.page.tsx`. Returns undefined when the file is not a view.
 */
export function findViewName(file: string): string | undefined {
  const groups = VIEW_FILE.exec(file)?.groups;
  return groups && `${groups['folder']}/${groups['view']}`;
}
