import { describe, expect, it } from '@jest/globals';
import { NotFoundException } from '@nestjs/common';
import { ListAddressPipe } from './list-address.pipe.ts';

describe('ListAddressPipe', () => {
  const pipe = new ListAddressPipe();

  it.each([
    [{}, { query: 'is:unresolved', sort: 'lastSeen', isOfForm: false, isBare: true }],
    [{ status: 'muted' }, { query: 'is:muted' }],
    [{ project: 'web' }, { project: 'web', isBare: false }],
    [{ project: 'web,api' }, { project: 'web,api' }],
    [{ project: 'Web Shop' }, { project: 'Web Shop' }],
    [{ environment: '' }, { filter: {}, isOfForm: true, isBare: false }],
    [{ utm: 'x' }, { isBare: false }],
    [{ project: '' }, { project: undefined, isOfForm: true }],
    [{ query: 'is:unresolved' }, { query: 'is:unresolved' }],
    [{ status: 'all' }, { query: '' }],
    [{ query: '' }, { query: '' }],
    [
      { query: ' a:[ ', status: 'muted' },
      { query: 'a:[ is:muted', isOfForm: true },
    ],
    [{ query: 'a b', status: 'muted' }, { query: 'is:muted a b' }],
    [{ query: 'is:resolved a', status: 'muted' }, { query: 'is:resolved a' }],
    [{ query: '', status: 'unresolved' }, { query: 'is:unresolved' }],
    [{ query: '', status: 'all' }, { query: '' }],
    [
      { project: '', sort: '' },
      { project: undefined, sort: 'lastSeen', isOfForm: true },
    ],
    [
      { project: '0-a', sort: 'users' },
      { project: '0-a', sort: 'users', isOfForm: false },
    ],
    [
      { environment: 'a', release: '', time: '7d', from: '', to: '' },
      { filter: { environment: 'a', time: '7d' } },
    ],
    [
      { time: '7d', from: '2026-01-05' },
      { filter: { time: { from: '2026-01-05', to: '2026-01-05' } } },
    ],
    [{ query: ['', 'a', 'os.name:iOS'] }, { query: 'a os.name:iOS' }],
    [{ project: ['web', '', 'api'] }, { project: 'web,api' }],
    [{ from: '2026-01-05' }, { filter: { time: { from: '2026-01-05', to: '2026-01-05' } } }],
    [
      { to: '2026-01-03', from: '2026-01-05', time: 'days' },
      { filter: { time: { from: '2026-01-03', to: '2026-01-05' } } },
    ],
    [{ time: 'all' }, { filter: {}, isBare: false }],
    [{ before: '12-3' }, { before: { value: 12, id: 3 }, after: undefined }],
    [{ after: '0-3' }, { before: undefined, after: { value: 0, id: 3 } }],
  ])('reads the parameters %j', (parameters, address) => {
    expect(pipe.transform(parameters)).toMatchObject(address);
  });

  it.each([
    { status: 'open' },
    { status: '' },
    { status: ['all', 'muted'] },
    { project: 'a'.repeat(2001) },
    { sort: 'age' },
    { time: '2h' },
    { time: ['1h', '24h'] },
    { from: '2026-02-30' },
    { to: 'x' },
    { release: ['a', 'b'] },
    { environment: 'x'.repeat(201) },
    { before: '1' },
    { before: '-1-1' },
    { after: '1-1e3' },
    { after: `1-${'1'.repeat(16)}` },
    { before: { value: '1' } },
  ])('finds no page for the parameters %j', (parameters) => {
    expect(() => pipe.transform(parameters)).toThrow(NotFoundException);
  });
});
