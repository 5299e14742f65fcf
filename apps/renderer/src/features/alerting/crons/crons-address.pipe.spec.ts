import { describe, expect, it } from '@jest/globals';
import { NotFoundException } from '@nestjs/common';
import { CronsAddressPipe, isListed } from './crons-address.pipe.ts';

type Row = Parameters<typeof isListed>[0];

const row: Row = { name: 'Nightly backup', environment: 'live', state: 'active', isFailing: false };
const rows: Readonly<Record<'fails' | 'isMuted' | 'works' | 'waits' | 'isOff', Row>> = {
  fails: { ...row, status: 'missed', isFailing: true },
  isMuted: { ...row, status: 'error', isFailing: true, state: 'muted' },
  works: { ...row, status: 'ok', name: 'Hourly backup', environment: 'test' },
  waits: { name: 'New', state: 'active', isFailing: false },
  isOff: { ...row, status: 'missed', isFailing: true, state: 'disabled' },
};

describe('CronsAddressPipe', () => {
  const read = (query: object) => new CronsAddressPipe().transform({ ...query });

  it.each([
    [{ other: 'x' }, ['fails', 'isMuted', 'works', 'waits', 'isOff']],
    [{ state: 'failing' }, ['fails', 'isMuted']],
    [{ state: 'healthy' }, ['works']],
    [{ state: 'waiting' }, ['waits']],
    [{ state: 'off' }, ['isOff']],
    [{ query: ' BACK hour', environment: 'test' }, ['works']],
  ])('reads %j, which lists the rows %j', (query, listed) => {
    const found = Object.entries(rows).filter(([, each]) => isListed(each, read(query)));
    expect(found.map(([name]) => name)).toEqual(listed);
  });

  it.each([{ state: 'toString' }, { project: ['a', 'b'] }, { page: '0' }])(
    'refuses %j',
    (query) => {
      expect(() => read(query)).toThrow(NotFoundException);
    },
  );
});
