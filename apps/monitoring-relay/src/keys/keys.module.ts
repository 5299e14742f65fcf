import { Module } from '@nestjs/common';
import { KeyMirror } from './key-mirror.ts';

@Module({ providers: [KeyMirror], exports: [KeyMirror] })
export class KeysModule {}
