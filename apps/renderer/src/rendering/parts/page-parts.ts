import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import type { PartData } from '#shared';
import type { AnyPlaces, PagePlaces } from '../pages/page-places.ts';
import { whenSent } from '../pages/when-sent.ts';
import { getPartMetadata } from './part.decorator.ts';
import type { PartLoader, PartMetadata } from './part.decorator.ts';

interface RegisteredPart extends PartMetadata {
  readonly loader: PartLoader<unknown, unknown>;
}

@Injectable()
export class PageParts implements OnModuleInit {
  private readonly parts = new Map<AnyPlaces, RegisteredPart[]>();

  constructor(private readonly modules: ModulesContainer) {}

  /**
   * Throws when a part names a place that its page does not have, when its view is not named after
   * the page, and when two parts of a page have one view.
   */
  onModuleInit(): void {
    for (const { providers } of this.modules.values()) {
      for (const { metatype, instance } of providers.values()) {
        if (typeof metatype !== 'function') continue;
        const metadata = getPartMetadata(metatype);
        if (metadata) this.add(metatype.name, { ...metadata, loader: instance as never });
      }
    }
    for (const parts of this.parts.values())
      parts.sort((one, other) => one.options.order - other.options.order);
  }

  /** Lists the loaders of a page's parts, for answers that show the same facts without a page. */
  list<Context>(places: PagePlaces<Context>): readonly PartLoader<Context, unknown>[] {
    return (this.parts.get(places) ?? []).map(({ loader }) => loader);
  }

  /**
   * Begins to load the parts of a page, side by side, without deferred ones. A page's method returns the result as its
   * prop `parts`, and the platform waits for the parts that are not deferred.
   */
  load<Context>(places: PagePlaces<Context>, context: Context): readonly PartData[] {
    return (this.parts.get(places) ?? [])
      .filter(({ options: { mayShow } }) => mayShow?.(context as never) ?? true)
      .map(({ loader, view, options: { at: place, section, isDeferred }, isOfEach }) => {
        const load = async (): Promise<unknown> => loader.load(context);
        const data = isDeferred ? whenSent(load) : load();
        // Prevents an unhandled rejection when the page fails before anything awaits the part.
        data.catch(() => undefined);
        return {
          place,
          view,
          section,
          isOfEach: isOfEach || undefined,
          datum: isDeferred ? view : undefined,
          data,
        };
      });
  }

  private add(name: string, part: RegisteredPart): void {
    const { places, options } = part;
    if (!places.names.includes(options.at))
      throw new Error(`${name} is at ${options.at}, which is no place of the page ${places.page}.`);
    // The browser gets the code of the page's own parts alone.
    if (!new RegExp(String.raw`/${places.page}\.[^/.]+(?:\.waiting)?\.part$`).test(part.view))
      throw new Error(`${name} has the view ${part.view}, which is no ${places.page}.<name>.part.`);
    const parts = this.parts.get(places) ?? [];
    const same = parts.find(({ view }) => view === part.view);
    if (same && same.loader !== part.loader)
      throw new Error(`${name} has the view ${part.view}, as another part of the page.`);
    if (!same) this.parts.set(places, [...parts, part]);
  }
}
