import { expect, it } from '@jest/globals';
import { onEachDatabase } from '../../../testing/index.ts';

onEachDatabase('ProjectStore', ({ openFresh }) => {
  it('makes a project with a number from 1 and one enabled random key', async () => {
    const { projects } = (await openFresh('app')).stores;
    expect(await projects.list()).toEqual([{ id: 1, slug: 'app', name: 'app' }]);
    expect(await projects.listKeys()).toEqual([
      { publicKey: expect.stringMatching(/^[0-9a-f]{32}$/), projectId: 1, enabled: true },
    ]);
  });

  it('gives projects the ids and keys that seeds ask for, in any order', async () => {
    const { projects } = (await openFresh()).stores;
    await projects.ensure([{ slug: 'counted' }, { slug: 'web', id: 1, publicKey: 'abc' }]);
    expect(await projects.list()).toEqual([
      { id: 1, slug: 'web', name: 'web' },
      { id: 2, slug: 'counted', name: 'counted' },
    ]);
    expect(await projects.listKeys()).toContainEqual({
      publicKey: 'abc',
      projectId: 1,
      enabled: true,
    });
  });

  it('numbers the next project above an explicit id', async () => {
    const { projects } = (await openFresh()).stores;
    await projects.ensure([{ slug: 'web', id: 123_456_789_012_345 }]);
    await projects.ensure([{ slug: 'app' }]);
    expect((await projects.list()).map(({ id }) => id)).toEqual([
      123_456_789_012_345, 123_456_789_012_346,
    ]);
  });

  it('does not number the next project below others after a lower explicit id', async () => {
    const { projects } = (await openFresh()).stores;
    await projects.ensure([{ slug: 'web', id: 12 }]);
    await projects.ensure([{ slug: 'api', id: 3 }]);
    await projects.ensure([{ slug: 'app' }]);
    expect((await projects.list()).map(({ id }) => id)).toEqual([3, 12, 13]);
  });

  it('leaves existing projects and their keys untouched', async () => {
    const { projects } = (await openFresh('app')).stores;
    const before = await projects.listKeys();
    await projects.ensure([{ slug: 'app', id: 9, publicKey: 'other' }]);
    expect(await projects.list()).toHaveLength(1);
    expect(await projects.listKeys()).toEqual(before);
  });

  it('makes each project once when several processes ensure it at the same time', async () => {
    const { stores, openAgain } = await openFresh();
    const processes = [stores, ...Array.from({ length: 4 }, () => openAgain().stores)];
    const seeds = [{ slug: 'app' }, { slug: 'errata' }, { slug: 'web', id: 7 }];
    await Promise.all(processes.map(({ projects }) => projects.ensure(seeds)));
    expect(await stores.projects.list()).toHaveLength(3);
    expect(await stores.projects.listKeys()).toHaveLength(3);
  });

  it('refuses an id that belongs to another project, and then makes no project', async () => {
    const { projects } = (await openFresh('app')).stores;
    await expect(projects.ensure([{ slug: 'new' }, { slug: 'web', id: 1 }])).rejects.toThrow(
      'The project "web" cannot have the id 1: "app" has it.',
    );
    expect(await projects.list()).toHaveLength(1);
  });

  it('refuses a key that belongs to another project', async () => {
    const { projects } = (await openFresh()).stores;
    await projects.ensure([{ slug: 'app', id: 1, publicKey: 'abc' }]);
    await expect(projects.ensure([{ slug: 'web', publicKey: 'abc' }])).rejects.toThrow(
      'The project "web" cannot have the key abc: project 1 has it.',
    );
    expect(await projects.list()).toHaveLength(1);
  });
});
