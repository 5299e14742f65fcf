import { describe, expect, it } from '@jest/globals';
import { toMonitorSlug } from './monitor.ts';

describe('toMonitorSlug', () => {
  it.each([
    ['nightly-backup', 'nightly-backup'],
    [' Nightly Backup! ', 'nightly-backup'],
    ['app.tasks:send_mail', 'app-tasks-send_mail'],
    ['a'.repeat(60), 'a'.repeat(50)],
    [`${'a'.repeat(49)}-b`, 'a'.repeat(49)],
    ['b7645b8e-b47d-4398-be9a-d16b0dac31cb', 'b7645b8e-b47d-4398-be9a-d16b0dac31cb'],
  ])('makes %j the slug %j', (name, slug) => {
    expect(toMonitorSlug(name)).toBe(slug);
  });

  it.each(['', '---', '../', '   '])('makes no slug of %j', (name) => {
    expect(toMonitorSlug(name)).toBeUndefined();
  });
});
