import { Module } from '@nestjs/common';
import { KeysController } from './keys.controller.ts';
import { UsedKeys } from './used-keys.ts';

/** What the applications of a project report with, and what came by it. */
@Module({ controllers: [KeysController], providers: [UsedKeys] })
export class KeysModule {}
