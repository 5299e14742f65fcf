import { Module } from '@nestjs/common';
import { UseLayouts } from '../../../../src/rendering/index.ts';
import { ProbeController } from './probe.controller.ts';
import { CardLayout, FrameLayout, SectionLayout } from './probe.layouts.ts';
import { ShelfLayout, ShelfController } from './shelf.ts';
import { UpstreamController } from './upstream.ts';
import { Script } from './script.ts';

@Module({
  controllers: [ProbeController, UpstreamController],
  providers: [Script, FrameLayout, SectionLayout, CardLayout],
  exports: [Script],
})
export class ProbeModule {}

@Module({ imports: [ProbeModule], controllers: [ShelfController], providers: [ShelfLayout] })
@UseLayouts(ShelfLayout)
export class ShelfModule {}
