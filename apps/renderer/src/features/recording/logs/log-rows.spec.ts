import { expect, it } from '@jest/globals';
import type { NamedLog } from '#product/recording/logs';
import { LogNamePipe, printName } from './log-address.pipe.ts';
import { toDetails, toRows } from './log-rows.ts';

const log: NamedLog = {
  name: { day: '2026-01-05', blockId: 2 ** 52 - 7, index: 255 },
  projectId: 1,
  atMs: 0,
  level: 'trace',
  body: ` a\n${'b'.repeat(500)}`,
  attributes: { project: 'apollo', cart: 1 },
};

it('toRows cuts a text to what a line shows, and toDetails has the whole log', () => {
  const [row] = toRows([log], { slugs: new Map(), issues: new Map() });
  expect(row).toEqual({
    key: '20260105-18ce53un189-73',
    atMs: 0,
    level: 'debug',
    body: `a ${'b'.repeat(198)}…`,
  });
  expect(toDetails(log, 'web')).toMatchObject({
    severity: 'trace',
    body: log.body,
    project: 'web',
    attributes: log.attributes,
    shadowed: ['project'],
  });
});

it('LogNamePipe reads the name of a log as printName writes it, and throws for other texts', () => {
  const pipe = new LogNamePipe();
  expect(pipe.transform(printName(log.name))).toEqual(log.name);
  for (const text of ['', '20260105-1', '20260231-1-1', '20260105-1-1/..', '20260105-A-1']) {
    expect(() => pipe.transform(text)).toThrow('Not Found');
  }
});
