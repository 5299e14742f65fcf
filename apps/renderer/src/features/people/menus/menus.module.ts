import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Menus } from './menus.ts';

@Module({ imports: [DiscoveryModule], providers: [Menus], exports: [Menus] })
export class MenusModule {}
