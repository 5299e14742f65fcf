import type { Address } from '#shared';
import type { Type } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { DiscoverableDecorator } from '@nestjs/core';

/** Errata calls `describeState` only for sections that the visitor is allowed to open. */
export interface SectionState {
  /**
   * Returns text such as `3 rules` or `off`, or undefined to show nothing. `projectId` is absent
   * for sections that belong to no project.
   */
  describeState(projectId?: number): Promise<string | undefined>;
}

export interface MenuEntry {
  readonly name: string;
  /**
   * Position among the entries. Entries with the same number are sorted by name. Steps of ten leave
   * room for later entries.
   */
  readonly order: number;
  readonly words?: string;
  readonly help?: string;
  /** Name of a document with details: `alerts` stands for `docs/alerts.md`. */
  readonly document?: string;
  readonly state?: Type<SectionState>;
  /** Keys that open the section, in the format of `aria-keyshortcuts`. */
  readonly shortcut?: string;
  readonly href?: Address;
  /**
   * The entry is marked as current on every page at or below this address. Defaults to the entry's
   * own address.
   */
  readonly marks?: Address;
}

export type Menu = DiscoverableDecorator<MenuEntry>;

export const createMenu = (): Menu => DiscoveryService.createDecorator<MenuEntry>();
