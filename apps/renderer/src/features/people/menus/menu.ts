import type { Address } from '#shared';
import { DiscoveryService } from '@nestjs/core';
import type { DiscoverableDecorator } from '@nestjs/core';

/** What a controller says of itself in a menu. */
export interface MenuEntry {
  readonly name: string;
  /** Entries stand by it, those of one number by their names. Steps of ten leave room. */
  readonly order: number;
  /** Words by which it is found, beside those of its name. */
  readonly words?: string;
  /** The keys that lead there (`aria-keyshortcuts`). */
  readonly shortcut?: string;
  /** The controller's own address unless said. */
  readonly href?: Address;
}

/** A place where features register what they add: the decorator by which their controllers do. */
export type Menu = DiscoverableDecorator<MenuEntry>;

export const createMenu = (): Menu => DiscoveryService.createDecorator<MenuEntry>();
