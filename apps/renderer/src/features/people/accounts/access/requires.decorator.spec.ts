import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Get, Injectable, Module, Param, Post } from '@nestjs/common';
import type { INestApplication } from '@nestjs/common';
import { APP_GUARD, NestFactory } from '@nestjs/core';
import type { Session, User } from '#product/people/accounts';
import type { ProjectRole } from '#product/people/accounts/rules';
import type { Request } from 'express';
import supertest from 'supertest';
import { Clock, SystemClock } from '#shared';
import { Access } from './access.ts';
import { ForSignedIn, mayOpen, OpenToGuests } from './declared-access.ts';
import { ProjectOf } from './project-of.ts';
import { RequiredSecondFactor } from './required-second-factor.ts';
import { Requires } from './requires.decorator.ts';
import { ProviderSessions } from './provider-sessions.ts';
import { SignInWays } from './sign-in-ways.ts';
import { SecondFactors } from './second-factors.ts';
import { SignedInGuard } from './signed-in.guard.ts';
import { Visitors } from './visitors.ts';

@Injectable()
class ProjectOfPath extends ProjectOf {
  override async find({ params }: Request): Promise<number | undefined> {
    return params['project'] === 'web' ? 1 : undefined;
  }
}

@Controller('api/0/:project/notes')
@Requires('issues.read', ProjectOfPath)
class NotesController {
  @Get()
  list(@Param('project') project: string): object {
    return { project };
  }

  @Post()
  @Requires('issues.comment', ProjectOfPath)
  add(): object {
    return {};
  }
}

@Controller('own')
@ForSignedIn()
class OwnController {
  @Get()
  show(): object {
    return {};
  }
}

@Controller('open')
@OpenToGuests()
class OpenController {
  @Get()
  show(): object {
    return {};
  }
}

@Controller('bare')
class BareController {}

function inProject(role?: ProjectRole): Access {
  const projectRoles = new Map(role ? [[1, role]] : []);
  const user = { id: 1, isOwner: false } as User;
  return new Access({ user, session: {} as Session, projectRoles });
}

const visitors: Readonly<Record<string, Access>> = {
  nobody: new Access('nobody'),
  guest: new Access('guest'),
  stranger: inProject(),
  viewer: inProject('viewer'),
  member: inProject('member'),
};

const everybody = {
  provide: Visitors,
  useValue: { find: async ({ headers }: Request) => visitors[String(headers['x-visitor'])] },
};

@Module({
  controllers: [NotesController, OwnController, OpenController],
  providers: [
    everybody,
    ProjectOfPath,
    RequiredSecondFactor,
    { provide: Clock, useClass: SystemClock },
    { provide: SecondFactors, useValue: { findDeadlineMs: async () => undefined } },
    { provide: SignInWays, useValue: { list: async () => [] } },
    { provide: ProviderSessions, useValue: {} },
    { provide: APP_GUARD, useClass: SignedInGuard },
  ],
})
class RootModule {}

describe('@Requires, @ForSignedIn and @OpenToGuests', () => {
  let app: INestApplication;

  beforeAll(async () => {
    app = await NestFactory.create(RootModule, { logger: false });
    await app.init();
  });

  afterAll(() => app.close());

  const names = ['nobody', 'guest', 'stranger', 'viewer', 'member'] as const;

  it.each([
    ['get', '/api/0/web/notes', [401, 200, 404, 200, 200]],
    ['get', '/api/0/none/notes', [401, 404, 404, 404, 404]],
    ['post', '/api/0/web/notes', [401, 401, 404, 403, 201]],
    ['get', '/own', [401, 401, 200, 200, 200]],
    ['get', '/open', [401, 200, 200, 200, 200]],
  ] as const)(
    'hold for all methods of a controller: %s %s answers %j',
    async (method, path, expected) => {
      const answers: number[] = [];
      for (const name of names) {
        const answer = await supertest(app.getHttpServer())[method](path).set('X-Visitor', name);
        answers.push(answer.status);
      }
      expect(answers).toEqual(expected);
    },
  );

  it.each([
    [NotesController, [false, true, false, true, true]],
    [OwnController, [false, false, true, true, true]],
    [OpenController, [false, true, true, true, true]],
    [BareController, [false, false, false, false, false]],
  ])('decide to which visitors a link to the controller is shown: %p', (controller, expected) => {
    const shown = names.map((name) => mayOpen(visitors[name] as Access, controller, 1));
    expect(shown).toEqual(expected);
  });
});
