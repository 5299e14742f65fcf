import type { Address } from '#shared';
import type { Type } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { DiscoverableDecorator } from '@nestjs/core';

/** Says in a word what is on in a section of settings. A section that nobody may open is not asked about. */
export interface SectionState {
  /** `3 rules`, `off`; undefined where there is nothing to say. `projectId` is absent for a section of the instance. */
  describeState(projectId?: number): Promise<string | undefined>;
}

/** What a controller says of itself in a menu. */
export interface MenuEntry {
  readonly name: string;
  /** Entries stand by it, those of one number by their names. Steps of ten leave room. */
  readonly order: number;
  /** Words by which it is found, beside those of its name. */
  readonly words?: string;
  /** Sentences that say what the section is for. */
  readonly help?: string;
  /** Name of the document that says more: `alerts` is docs/alerts.md. */
  readonly document?: string;
  /** The provider that says what is on there. */
  readonly state?: Type<SectionState>;
  /** The keys that lead there (`aria-keyshortcuts`). */
  readonly shortcut?: string;
  /** Phones have no room for it beside the others. */
  readonly isForWideScreens?: boolean;
  /** The controller's own address unless said. */
  readonly href?: Address;
  /** The entry is marked on every page at or below this address; its own unless said. */
  readonly marks?: Address;
}

/** A place where features register what they add: the decorator by which their controllers do. */
export type Menu = DiscoverableDecorator<MenuEntry>;

export const createMenu = (): Menu => DiscoveryService.createDecorator<MenuEntry>();
