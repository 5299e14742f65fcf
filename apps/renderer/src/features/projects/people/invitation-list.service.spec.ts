import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createStores, openDatabase } from '#product';
import type { Stores } from '#product';
import type { User } from '#product/people/accounts';
import { addPeople } from '#product/testing';
import { createTestDatabase } from '#persistence/testing';
import { SystemClock } from '#shared';
import { InvitationMail, InvitationsService } from '../../people/accounts/index.ts';
import { ProjectsService } from '../projects/index.ts';
import { readRendererConfig } from '../../../config/renderer-config.ts';
import { InvitationListService } from './invitation-list.service.ts';

const PUBLIC_URL = 'https://errata.example/base';
const LINK = /^https:\/\/errata\.example\/base\/invitations\/[\w-]{43}$/;

describe('InvitationListService', () => {
  let stores: Stores;
  let list: InvitationListService;
  let owner: User;
  let mailed: string[];
  let close: () => Promise<void>;

  beforeEach(async () => {
    const { config, remove } = await createTestDatabase('sqlite');
    const database = openDatabase(config);
    await database.migrate(['platform', 'product']);
    stores = createStores(database, { secret: 'a secret of thirty-two characters' });
    const clock = new SystemClock();
    mailed = [];
    const accounts = undefined as never;
    const ofAccounts = {
      secret: 'secret of the spec',
      basePath: '/base',
      publicUrl: PUBLIC_URL,
      isMailSet: true,
      onOwned: () => undefined,
    };
    const invitations = new InvitationsService(
      stores.invitations,
      stores.projects,
      accounts,
      ofAccounts,
      accounts,
      clock,
      stores.signInAttempts,
    );
    const send = (address: string, { lines }: { readonly lines: readonly string[] }) =>
      Promise.resolve(mailed.push(`${address}: ${lines[0]}`) > 0);
    list = new InvitationListService(
      invitations,
      new ProjectsService(stores.projects, readRendererConfig({ PUBLIC_URL })),
      stores.users,
      new InvitationMail({ send }, invitations),
    );
    await stores.projects.ensure([{ slug: 'web' }, { slug: 'api' }]);
    [owner] = (await addPeople(stores, ['ada'])) as [User];
    close = async () => {
      await database.close();
      await remove();
    };
  });

  afterEach(() => close());

  const make = (request: Partial<Parameters<InvitationListService['make']>[0]>) =>
    list.make({ invitedBy: owner, email: '', role: 'viewer', projectIds: [1], ...request });

  it('makes a link to the public address of the console, and mails it to the invited address', async () => {
    expect(await make({ email: ' eve@example.org ' })).toEqual({
      ok: true,
      made: { link: expect.stringMatching(LINK), email: 'eve@example.org', isMailed: true },
    });
    expect(await make({})).toEqual({
      ok: true,
      made: { link: expect.stringMatching(LINK), isMailed: false },
    });
    expect(mailed).toEqual([
      expect.stringMatching(/^eve@example\.org: ada .*as a viewer of web\.$/),
    ]);
  });

  it('shows open invitations, latest first, with role, projects and inviter', async () => {
    await make({ email: 'eve@example.org', projectIds: [1, 2, 99] });
    await make({ role: 'owner' });
    const { invitations, projects } = await list.show();
    expect(invitations).toEqual([
      { id: 2, projects: [], invitedBy: 'ada', expiresAtMs: expect.any(Number) },
      {
        id: 1,
        email: 'eve@example.org',
        role: 'viewer',
        projects: ['web', 'api'],
        invitedBy: 'ada',
        expiresAtMs: expect.any(Number),
      },
    ]);
    expect(projects.values).toEqual([
      ['api', 'api'],
      ['web', 'web'],
    ]);
    expect((await list.show('EVE@')).invitations.map(({ id }) => id)).toEqual([1]);
  });

  it('needs an existing project, unless the role is owner', async () => {
    const without = { ok: false, code: 'accounts.invitation_without_project' };
    expect(await make({ projectIds: [] })).toEqual(without);
    expect(await make({ projectIds: [99] })).toEqual(without);
    expect(await make({ projectIds: [], role: 'owner' })).toMatchObject({ ok: true });
  });
});
