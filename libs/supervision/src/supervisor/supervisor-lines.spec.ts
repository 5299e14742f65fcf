import { expect, it } from '@jest/globals';
import { createSupervisorLines } from './supervisor-lines.ts';

function write(format: string | undefined, isTerminal: boolean): string {
  let written = '';
  const say = createSupervisorLines({ format, isTerminal, write: (text) => (written += text) });
  say('a new "relay" takes over.');
  return written;
}

it.each([
  [undefined, true],
  ['text', false],
])(
  'the supervisor writes text where the services do: LOG_FORMAT %s, at a terminal %s',
  (format, isTerminal) => {
    expect(write(format, isTerminal)).toBe('errata: a new "relay" takes over.\n');
  },
);

it.each([
  [undefined, false],
  ['', false],
  ['json', true],
])(
  'the supervisor writes JSON where the services do: LOG_FORMAT %s, at a terminal %s',
  (format, isTerminal) => {
    const written = write(format, isTerminal);
    expect(written.endsWith('\n')).toBe(true);
    expect(JSON.parse(written)).toEqual({
      level: 'warn',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      service: 'supervisor',
      pid: process.pid,
      msg: 'a new "relay" takes over.',
    });
  },
);
