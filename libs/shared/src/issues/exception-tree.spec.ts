import { expect, test } from '@jest/globals';
import type { ExceptionValue } from '../event.ts';
import { type ExceptionNode, toExceptionTree } from './exception-tree.ts';

const named = (type: string, traits: Partial<ExceptionValue> = {}): ExceptionValue => ({
  type,
  value: '',
  frames: [],
  ...traits,
});

function outline(node: ExceptionNode | undefined): string {
  if (!node) return '';
  const below = [...node.within, ...node.causes].map(outline);
  const name = [node.relation, node.exception.type].filter(Boolean).join(' ');
  return below.length === 0 ? name : `${name}(${below.join(', ')})`;
}

const CASES: readonly (readonly [string, readonly ExceptionValue[], string])[] = [
  ['no exception is no tree', [], ''],
  ['one alone surfaced', [named('Only')], 'Only'],
  [
    'without parents each is the cause of the next',
    [named('Deep'), named('Middle'), named('Top')],
    'Top(cause Middle(cause Deep))',
  ],
  [
    'members stand beside each other, in the order of their language',
    [
      named('Second', { parent: 3, relation: 'member' }),
      named('Reason', { parent: 2, relation: 'cause' }),
      named('First', { parent: 3, relation: 'member' }),
      named('Group', { isGroup: true }),
    ],
    'Group(member First(cause Reason), member Second)',
  ],
  [
    'what was suppressed stands before the cause, as Java prints it',
    [
      named('Close', { parent: 2, relation: 'suppressed' }),
      named('Cause', { parent: 2, relation: 'cause' }),
      named('Top'),
    ],
    'Top(suppressed Close, cause Cause)',
  ],
  [
    'a cycle makes the chain linear',
    [named('A', { parent: 1 }), named('B', { parent: 0 }), named('Top')],
    'Top(cause B(cause A))',
  ],
  ['so does a parent of itself', [named('A', { parent: 0 }), named('Top')], 'Top(cause A)'],
  ['and one that is not there', [named('A', { parent: 9 }), named('Top')], 'Top(cause A)'],
  [
    'in a chain that is made linear members keep their word',
    [named('A', { parent: -1, relation: 'member' }), named('Top')],
    'Top(member A)',
  ],
  [
    'a parent of the one that surfaced counts for nothing',
    [named('A', { parent: 1, relation: 'context' }), named('Top', { parent: 0 })],
    'Top(context A)',
  ],
];

test.each(CASES)('%s', (_promise, exceptions, tree) => {
  expect(outline(toExceptionTree(exceptions))).toBe(tree);
});
