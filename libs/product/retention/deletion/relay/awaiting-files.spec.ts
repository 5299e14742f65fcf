import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { DroppedFiles } from '../index.ts';
import { Logger } from '#telemetry/plain';
import { boundAwaitingFiles } from './index.ts';

const MIB = 1024 * 1024;

let steps: string[];
let fresh: number;
let crowds: (DroppedFiles | Error)[];
let onPause: () => void;
let lines: string[];
let stopping: AbortController;
let bound: () => Promise<void>;

beforeEach(() => {
  steps = [];
  fresh = 0;
  crowds = [];
  onPause = () => undefined;
  lines = [];
  Logger.writeTo(({ level, text }) => lines.push(`${level}: ${text}`));
  stopping = new AbortController();
  const deletions = {
    lookForOwners: async () => {
      steps.push('look');
      fresh -= 1;
      return fresh >= 0;
    },
    dropExcessFiles: async () => {
      steps.push('crowd out');
      const next = crowds.shift();
      if (next instanceof Error) throw next;
      return next;
    },
  };
  const pause = {
    wait: async () => {
      steps.push('pause');
      onPause();
    },
  };
  bound = () => boundAwaitingFiles(deletions, { pause, signal: stopping.signal });
});

afterEach(() => Logger.writeTo(() => undefined));

describe('files that wait for their event', () => {
  it('are first looked at, then limited, with a pause after each step', async () => {
    fresh = 1;
    crowds = [{ projectId: 1, files: 1, bytes: 1 }];
    await bound();
    expect(steps).toEqual(['look', 'pause', 'look', 'crowd out', 'pause', 'crowd out']);
  });

  it('are logged by project, all dropped files of a project in one line', async () => {
    crowds = [
      { projectId: 1, files: 500, bytes: 2 * MIB },
      { projectId: 2, files: 1, bytes: 1 },
      { projectId: 1, files: 20, bytes: 1 },
      { projectId: 3, files: 0, bytes: 0 },
    ];
    await bound();
    expect(lines).toEqual([
      expect.stringMatching(/^warn: Project 1 .* 520 files \(3 MiB\)/),
      expect.stringMatching(/^warn: Project 2 .* 1 files \(1 MiB\)/),
    ]);
  });

  it('are logged up to the point where the database goes away', async () => {
    crowds = [{ projectId: 1, files: 7, bytes: 1 }, new Error('away')];
    await expect(bound()).rejects.toThrow('away');
    expect(lines).toHaveLength(1);
  });

  it.each([
    ['looked at', () => void (fresh = 100), ['look', 'pause']],
    [
      'dropped',
      () =>
        void crowds.push(
          { projectId: 1, files: 1, bytes: 1 },
          { projectId: 1, files: 1, bytes: 1 },
        ),
      ['look', 'crowd out', 'pause'],
    ],
  ])('are left alone when the relay stops while they are %s', async (_what, fill, expected) => {
    fill();
    onPause = () => stopping.abort();
    await bound();
    expect(steps).toEqual(expected);
  });
});
