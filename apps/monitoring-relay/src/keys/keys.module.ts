import { Module } from '@nestjs/common';
import { KeyMirror } from './key-mirror.ts';
import { RefusedKeys } from './refused-keys.ts';

@Module({
  providers: [KeyMirror, RefusedKeys],
  exports: [KeyMirror, RefusedKeys],
})
export class KeysModule {}
