import { beforeEach, describe, expect, it } from '@jest/globals';
import { ErrataError } from '#shared';
import { ClockDouble } from '#telemetry/testing';
import { silenceLog } from '../../test/support/silence-log.ts';
import { KeyArchiveDouble, ProjectStoreDouble } from '../../test/support/doubles.ts';
import { KeyMirror } from './key-mirror.ts';

const away = new ErrataError('database.unavailable');
const unknown = { ok: false, code: 'report.key_unknown' };
const undecided = { ok: false, code: 'keys.unavailable' };
const abc = { publicKey: 'abc', projectId: 1, projectSlug: 'app', enabled: true };

silenceLog();

let projects: ProjectStoreDouble;
let archive: KeyArchiveDouble;
let mirror: KeyMirror;
let clock: ClockDouble;

beforeEach(() => {
  projects = new ProjectStoreDouble();
  archive = new KeyArchiveDouble();
  clock = new ClockDouble();
  clock.ms = 0;
  mirror = new KeyMirror(projects, archive, clock);
});

describe('KeyMirror', () => {
  it('accepts a key for its project, and refuses other keys, disabled ones and unknown ones', async () => {
    projects.keys.push({ publicKey: 'off', projectId: 1, enabled: false });
    await mirror.refresh();
    expect(mirror.check('abc', 1)).toEqual({ ok: true, key: abc });
    expect(mirror.check('abc', 2)).toEqual(unknown);
    expect(mirror.check('off', 1)).toEqual(unknown);
    expect(mirror.check('nope', 1)).toEqual(unknown);
  });

  it.each<[string, object, object, object]>([
    [
      'rates',
      { reportsPerMinute: 5 },
      { reportsPerMinute: 9 },
      { keyPerMinute: 5, projectPerMinute: 9 },
    ],
    ['scope', { scope: 'errors' }, {}, { scope: 'errors' }],
  ])('knows the %s of a key and its project, and archives them', async (_, key, project, known) => {
    projects.keys = [{ publicKey: 'abc', projectId: 1, enabled: true, ...key }];
    projects.projects = [{ id: 1, slug: 'app', name: 'App', ...project }];
    await mirror.refresh();
    expect(mirror.check('abc', 1)).toEqual({ ok: true, key: { ...abc, ...known } });
    expect(await archive.read()).toEqual([{ ...abc, ...known }]);
  });

  it('follows changes with each refresh, and archives only changes', async () => {
    await mirror.refresh();
    await mirror.refresh();
    expect(archive.replaced).toBe(1);
    projects.keys = [{ publicKey: 'new', projectId: 1, enabled: true }];
    await mirror.refresh();
    expect(mirror.check('abc', 1)).toEqual(unknown);
    expect(mirror.check('new', 1).ok).toBe(true);
    expect(archive.replaced).toBe(2);
  });

  it('leaves unseen keys undecided, and uses those that it knows, while the database is away', async () => {
    projects.keys.push({ publicKey: 'off', projectId: 1, enabled: false });
    expect(mirror.check('abc', 1)).toEqual(undecided);
    await mirror.refresh();
    expect(mirror.check('nope', 1)).toEqual(unknown);
    projects.failure = away;
    await mirror.refresh();
    expect(mirror.check('abc', 1).ok).toBe(true);
    expect(mirror.check('off', 1)).toEqual(unknown);
    expect(mirror.check('nope', 1)).toEqual(undecided);
    expect(mirror.isDatabaseAnswering).toBe(false);
  });

  it('leaves an unseen key undecided while the database hangs, and refuses it after an answer', async () => {
    await mirror.refresh();
    projects.list = () => new Promise(() => {});
    void mirror.refresh();
    clock.ms = 1999;
    expect(mirror.check('nope', 1)).toEqual(unknown);
    clock.ms = 2000;
    expect(mirror.check('nope', 1)).toEqual(undecided);
    expect(mirror.check('abc', 1).ok).toBe(true);
    expect(mirror.isDatabaseAnswering).toBe(false);
    projects.list = async () => [];
    await mirror.refresh();
    expect(mirror.check('nope', 1)).toEqual(unknown);
  });

  it('takes no answer for recent when the clock was set back meanwhile', async () => {
    clock.ms = 3_600_000;
    await mirror.refresh();
    clock.ms = 0;
    expect(mirror.check('nope', 1)).toEqual(undecided);
    await mirror.refresh();
    expect(mirror.check('nope', 1)).toEqual(unknown);
  });

  it('takes an answer for as old as its question', async () => {
    const listed = projects.list();
    projects.list = () => {
      clock.ms = 2000;
      return listed;
    };
    await mirror.refresh();
    expect(mirror.isDatabaseAnswering).toBe(false);
  });

  it('restores its keys from the spool while the database is away', async () => {
    archive.keys = [abc];
    projects.failure = away;
    await mirror.restore();
    await mirror.refresh();
    expect(mirror.check('abc', 1).ok).toBe(true);
  });

  it('stays current when the spool cannot be written', async () => {
    archive.replace = () => Promise.reject(new ErrataError('spool.unavailable'));
    await mirror.refresh();
    expect(mirror.check('abc', 1).ok).toBe(true);
    expect(mirror.isDatabaseAnswering).toBe(true);
  });

  it('finds an enabled key by project slug, but no key for errors alone', async () => {
    projects.keys.unshift({ publicKey: 'off', projectId: 2, enabled: false });
    projects.keys.push({ publicKey: 'pages', projectId: 2, enabled: true, scope: 'errors' });
    projects.keys.push({ publicKey: 'own', projectId: 2, enabled: true });
    await mirror.refresh();
    expect(mirror.findKeyOf('errata')).toMatchObject({ publicKey: 'own', projectId: 2 });
    expect(mirror.findKeyOf('nope')).toBeUndefined();
  });
});
