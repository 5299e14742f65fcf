import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Get, Global, Module } from '@nestjs/common';
import type { INestApplication } from '@nestjs/common';
import { APP_GUARD, NestFactory } from '@nestjs/core';
import { ProjectSettingsStore } from '#product/projects/projects';
import type { Session, User } from '#product/people/accounts';
import type { ProjectRole } from '#product/people/accounts/rules';
import type { Request } from 'express';
import supertest from 'supertest';
import { Clock, SystemClock } from '#shared';
import { AccountLayout } from '../src/features/people/accounts/account/account-layout.ts';
import { SignedInGuard } from '../src/features/people/accounts/access/signed-in.guard.ts';
import { Visitors } from '../src/features/people/accounts/access/visitors.ts';
import {
  Access,
  AccountSection,
  mayOpen,
  ProviderSessions,
  RequiredSecondFactor,
  Requires,
  SignInWays,
} from '../src/features/people/accounts/index.ts';
import { NavigationEntry } from '../src/features/people/console/index.ts';
import { Menus, MenusModule } from '../src/features/people/menus/index.ts';
import { ProjectSection } from '../src/features/projects/projects/index.ts';
import { ProjectOfSlug } from '../src/features/projects/projects/settings/project-of-slug.ts';
import { ProjectSections } from '../src/features/projects/projects/settings/project-sections.ts';
import { SettingsSection } from '../src/features/people/settings/index.ts';
import { SettingsLayout } from '../src/features/people/settings/settings-layout.ts';

abstract class NotesPage {
  @Get()
  show(): object {
    return {};
  }
}

@Controller('notes')
@Requires('issues.read')
@NavigationEntry({ name: 'Notes', order: 20 })
class NotesController extends NotesPage {}

@SettingsSection({ name: 'Notes', segment: 'notes', order: 20, right: 'instance.settings' })
class NoteSettingsController extends NotesPage {}

@SettingsSection({ name: 'Ink', segment: 'ink', order: 30 })
class InkSettingsController extends NotesPage {}

@ProjectSection({ name: 'Notes', segment: 'notes', order: 20, right: 'project.alerts' })
class ProjectNotesController extends NotesPage {}

@AccountSection({ name: 'Notes', segment: 'notes', order: 20 })
class OwnNotesController extends NotesPage {}

function signedIn(role?: ProjectRole | 'owner'): Access {
  const projectRoles = new Map(role && role !== 'owner' ? [[1, role]] : []);
  const user = { id: 1, isOwner: role === 'owner' } as User;
  return new Access({ user, session: {} as Session, projectRoles });
}

const visitors: Readonly<Record<string, Access>> = {
  nobody: new Access('nobody'),
  stranger: signedIn(),
  viewer: signedIn('viewer'),
  admin: signedIn('admin'),
  owner: signedIn('owner'),
};
const names = Object.keys(visitors);

@Module({
  controllers: [
    NotesController,
    NoteSettingsController,
    InkSettingsController,
    ProjectNotesController,
    OwnNotesController,
  ],
})
class NotesModule {}

const everybody = {
  provide: Visitors,
  useValue: { find: async ({ headers }: Request) => visitors[String(headers['x-visitor'])] },
};
const projects = { provide: ProjectSettingsStore, useValue: { find: async () => ({ id: 1 }) } };

const ways = { provide: SignInWays, useValue: { list: async () => [] } };
const checks = {
  provide: ProviderSessions,
  useValue: { findDetour: async () => undefined, postponeDetour: async () => undefined },
};
const clock = { provide: Clock, useClass: SystemClock };
const required = {
  provide: RequiredSecondFactor,
  useValue: { findDeadlineMs: async () => undefined },
};

@Global()
@Module({
  providers: [everybody, projects, clock, required, ways, checks],
  exports: [
    Visitors,
    ProjectSettingsStore,
    Clock,
    RequiredSecondFactor,
    SignInWays,
    ProviderSessions,
  ],
})
class StoresModule {}

@Module({
  imports: [MenusModule, StoresModule, NotesModule],
  providers: [
    AccountLayout,
    ProjectOfSlug,
    ProjectSections,
    SettingsLayout,
    { provide: APP_GUARD, useClass: SignedInGuard },
  ],
})
class RootModule {}

describe('a feature that registers in every menu', () => {
  let app: INestApplication;

  beforeAll(async () => {
    app = await NestFactory.create(RootModule, { logger: false });
    await app.init();
  });

  afterAll(() => app.close());

  async function listLinks(access: Access): Promise<string[]> {
    const links = [
      ...app.get(Menus, { strict: false }).list(NavigationEntry, {
        mayOpen: (controller) => mayOpen(access, controller),
      }),
      ...(await app.get(SettingsLayout).load(access)).sections,
      ...app.get(ProjectSections).list({ id: 1, slug: 'web' }, access),
      ...app.get(AccountLayout).load(access).sections,
    ];
    return links.map(({ href }) => href);
  }

  const ADDRESSES = [
    '/notes',
    '/settings/notes',
    '/settings/ink',
    '/settings/projects/web/notes',
    '/account/notes',
  ];

  it('is linked in the menus where it registered, for visitors with the right', async () => {
    expect(await listLinks(visitors['owner'] as Access)).toEqual(ADDRESSES);
    expect(await listLinks(visitors['viewer'] as Access)).toEqual([
      '/notes',
      '/settings/ink',
      '/account/notes',
    ]);
  });

  it.each(names)(
    'shows the visitor "%s" links only to the pages that the guards let pass',
    async (name) => {
      const open: string[] = [];
      for (const address of ADDRESSES) {
        const answer = await supertest(app.getHttpServer()).get(address).set('X-Visitor', name);
        if (answer.status === 200) open.push(address);
      }
      expect(await listLinks(visitors[name] as Access)).toEqual(open);
    },
  );
});
