import { expect, it } from '@jest/globals';
import { layOutNames } from './mark-names.ts';

it('layOutNames names the latest marks, as many as have room, without their packages', () => {
  const marks = [
    { name: '1.3.0', at: 0.05 },
    { name: 'shop@1.4.0', at: 0.5 },
    { name: '1.4.1', at: 0.6 },
    { name: 'shop@1.4.2+20260105.1200', at: 0.95 },
  ];
  expect(layOutNames(marks)).toEqual([
    { name: '1.4.2+20260…', at: 0.95, anchor: 'end' },
    { name: '1.4.0', at: 0.5, anchor: 'middle' },
    { name: '1.3.0', at: 0.05, anchor: 'start' },
  ]);
});
