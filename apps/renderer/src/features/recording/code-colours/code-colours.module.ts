import { Module } from '@nestjs/common';
import { ColoursPart } from './colours.part.ts';

@Module({ providers: [ColoursPart] })
export class CodeColoursModule {}
