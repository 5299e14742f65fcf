import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import type { Product, RenderingSetup } from './rendering/index.ts';
import { RenderingModule } from './rendering/index.ts';

export interface AppSetup {
  readonly rendering: RenderingSetup;
  readonly modules: Product['modules'];
}

@Module({})
export class AppModule {
  static forRoot({ rendering, modules }: AppSetup): DynamicModule {
    // The rendering module comes first, so that its interceptor is the outermost.
    return { module: AppModule, imports: [RenderingModule.forRoot(rendering), ...modules] };
  }
}
