import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Menus } from './menus.ts';

/** Where features register what they add to the pages of others. */
@Module({ imports: [DiscoveryModule], providers: [Menus], exports: [Menus] })
export class MenusModule {}
