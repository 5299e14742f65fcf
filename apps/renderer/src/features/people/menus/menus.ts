import { to } from '#shared';
import type { Address } from '#shared';
import { Injectable } from '@nestjs/common';
import { DiscoveryService, ModuleRef } from '@nestjs/core';
import { PATH_METADATA } from '../../../rendering/index.ts';
import type { MenuLink, SectionLink } from '../../../ui/menu-link.ts';
import { matchesTypedWords } from './matches-typed-words.ts';
import type { Menu, MenuEntry } from './menu.ts';

export interface MenuRequest {
  /**
   * Returns whether the controller's guards would let the visitor pass. Entries whose controllers
   * would refuse the visitor are hidden.
   */
  readonly mayOpen: (controller: object) => boolean;
  readonly params?: Readonly<Record<string, string>>;
  readonly around?: string;
}

interface SectionRequest extends MenuRequest {
  readonly projectId?: number;
}

interface Registered extends Omit<MenuEntry, 'href'> {
  readonly controller: object;
  readonly href: string;
}

@Injectable()
export class Menus {
  private readonly known = new Map<Menu, readonly Registered[]>();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly modules: ModuleRef,
  ) {}

  list(menu: Menu, request: MenuRequest): MenuLink[] {
    return this.search(menu, '', request);
  }

  /**
   * Returns the entries whose name or words match what was typed. `around` adds words that all
   * entries share, such as the project's name.
   */
  search(
    menu: Menu,
    typed: string,
    { mayOpen, params = {}, around = '' }: MenuRequest,
  ): MenuLink[] {
    return this.find(menu)
      .filter(({ controller }) => mayOpen(controller))
      .filter(({ name, words = '' }) => matchesTypedWords(typed, `${name} ${words} ${around}`))
      .map((entry) => toLink(entry, params));
  }

  describe(menu: Menu, request: SectionRequest): Promise<SectionLink[]> {
    const { mayOpen, params = {}, projectId } = request;
    const entries = this.find(menu).filter(({ controller }) => mayOpen(controller));
    return Promise.all(
      entries.map(async (entry) => {
        const { help, document } = entry;
        const state = await this.describeState(entry, projectId);
        return {
          ...toLink(entry, params),
          state,
          help,
          document: document === undefined ? undefined : to('/help/:document', { document }),
        };
      }),
    );
  }

  private async describeState(
    { state }: Registered,
    projectId: number | undefined,
  ): Promise<string | undefined> {
    return state && this.modules.get(state, { strict: false }).describeState(projectId);
  }

  private find(menu: Menu): readonly Registered[] {
    let entries = this.known.get(menu);
    if (!entries) {
      entries = this.discover(menu).toSorted(inOrder);
      this.known.set(menu, entries);
    }
    return entries;
  }

  private discover(menu: Menu): Registered[] {
    return this.discovery.getControllers().flatMap((wrapper) => {
      const entry = this.discovery.getMetadataByDecorator(menu, wrapper);
      const controller = wrapper.metatype;
      if (!entry || !controller) return [];
      return [{ href: toPath(controller), ...entry, controller }];
    });
  }
}

function toLink(
  { name, href, marks, shortcut }: Registered,
  params: Readonly<Record<string, string>>,
): MenuLink {
  return {
    name,
    href: fill(href, params),
    marks,
    shortcut,
  };
}

function inOrder(one: Registered, other: Registered): number {
  return one.order - other.order || (one.name < other.name ? -1 : 1);
}

function toPath(controller: object): string {
  const path = String(Reflect.getMetadata(PATH_METADATA, controller) ?? '');
  return `/${path.split('/').filter(Boolean).join('/')}`;
}

function fill(path: string, params: Readonly<Record<string, string>>): Address {
  return path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  ) as Address;
}
