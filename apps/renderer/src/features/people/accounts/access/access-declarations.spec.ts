import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { Controller, Get, Module, Post } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import { DiscoveryModule, NestFactory } from '@nestjs/core';
import { Clock, SystemClock } from '#shared';
import { OpenToAll } from '../../../../rendering/index.ts';
import { AccessDeclarations } from './access-declarations.ts';
import { ForSignedIn, OpenToGuests } from './declared-access.ts';
import { Requires } from './requires.decorator.ts';
import { Visitors } from './visitors.ts';

@Controller('api/0/notes')
@Requires('issues.read')
class NotesController {
  @Get()
  list(): void {}

  @Post()
  @Requires('issues.comment')
  add(): void {}
}

@Controller('own')
class OwnController {
  @Get()
  @ForSignedIn()
  show(): void {}

  @Get('public')
  @OpenToGuests()
  read(): void {}

  count(): void {}
}

@Controller('sign-in')
@OpenToAll()
class SignInController {
  @Get()
  show(): void {}
}

@Controller('api/0/secrets')
class SecretsController {
  @Get()
  @ForSignedIn()
  list(): void {}

  @Post()
  add(): void {}
}

@Module({ imports: [DiscoveryModule] })
class RootModule {}

async function start(...controllers: readonly Type[]): Promise<void> {
  const visitors = { provide: Visitors, useValue: {} };
  const clock = { provide: Clock, useClass: SystemClock };
  const root = {
    module: RootModule,
    controllers: [...controllers],
    providers: [AccessDeclarations, visitors, clock],
  };
  const app = await NestFactory.createApplicationContext(root, {
    logger: false,
    abortOnError: false,
  });
  await app.close();
}

describe('AccessDeclarations', () => {
  it('lets the application start when every route declares who may request it', async () => {
    await expect(start(NotesController, OwnController, SignInController)).resolves.toBeUndefined();
  });

  it('refuses to start with a route that does not declare who may request it', async () => {
    await expect(start(NotesController, SecretsController)).rejects.toThrow(
      'SecretsController.add does not declare who may request it. Add @Requires, @ForSignedIn, @OpenToGuests or @OpenToAll.',
    );
  });
});
