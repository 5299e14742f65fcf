import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable, NotFoundException } from '@nestjs/common';
import { to } from '#shared';
import { RendererConfig } from '../../../config/renderer-config.ts';
import type { HelpDocument, HelpProps } from './help.dto.ts';
import { renderDocument } from './render-document.ts';
import type { RenderedDocument } from './render-document.ts';

const FOR_DEVELOPERS: ReadonlySet<string> = new Set(['specification', 'build-your-own']);

@Injectable()
export class HelpService {
  private reading: Promise<ReadonlyMap<string, RenderedDocument>> | undefined;

  constructor(private readonly config: RendererConfig) {}

  async show(name: string): Promise<HelpProps> {
    const documents = await this.readAll();
    const found = documents.get(name);
    if (!found) throw new NotFoundException();
    return { ...found, documents: list(documents) };
  }

  async list(): Promise<HelpDocument[]> {
    return list(await this.readAll());
  }

  private readAll(): Promise<ReadonlyMap<string, RenderedDocument>> {
    this.reading ??= this.read().catch((error: unknown) => {
      this.reading = undefined;
      throw error;
    });
    return this.reading;
  }

  private async read(): Promise<ReadonlyMap<string, RenderedDocument>> {
    const folder = join(this.config.rootFolder, 'docs');
    const names = (await readdir(folder))
      .filter((file) => file.endsWith('.md'))
      .map((file) => file.slice(0, -'.md'.length))
      .filter((name) => !FOR_DEVELOPERS.has(name));
    const resolve = (href: string): string | undefined => this.resolve(href, names);
    const entries = names.map(async (name) => {
      const markdown = await readFile(join(folder, `${name}.md`), 'utf8');
      return [name, renderDocument(markdown, resolve)] as const;
    });
    return new Map(await Promise.all(entries));
  }

  private resolve(href: string, names: readonly string[]): string | undefined {
    if (/^(?:https?:|#)/.test(href)) return href;
    const { name = '', hash = '' } = /^(?<name>[a-z-]+)\.md(?<hash>#.*)?$/.exec(href)?.groups ?? {};
    return names.includes(name) ? `${this.config.basePath}/help/${name}${hash}` : undefined;
  }
}

function list(documents: ReadonlyMap<string, RenderedDocument>): HelpDocument[] {
  return [...documents]
    .map(([document, { title }]) => ({ title, href: to('/help/:document', { document }) }))
    .toSorted((one, other) => one.title.localeCompare(other.title, 'en'));
}
