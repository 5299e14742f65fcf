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

const of = (parent: number, type = 'A') => named(type, { parent });
const top = named('Top');

const CASES: readonly (readonly [string, readonly ExceptionValue[], string])[] = [
  ['no exceptions make no tree', [], ''],
  ['a single exception is the root', [named('Only')], 'Only'],
  [
    'exceptions without parents are each the cause of the next',
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
    'suppressed exceptions stand before the cause, as Java prints them',
    [
      named('Close', { parent: 2, relation: 'suppressed' }),
      named('Cause', { parent: 2, relation: 'cause' }),
      top,
    ],
    'Top(suppressed Close, cause Cause)',
  ],
  ['a cycle makes the chain linear', [of(1), of(0, 'B'), top], 'Top(cause B(cause A))'],
  ['an exception that is its own parent makes the chain linear', [of(0), top], 'Top(cause A)'],
  ['a missing parent makes the chain linear', [of(9), top], 'Top(cause A)'],
  [
    'members keep their relation in a chain that is made linear',
    [named('A', { parent: -1, relation: 'member' }), top],
    'Top(member A)',
  ],
  [
    'a parent of the surfaced exception is ignored',
    [named('A', { parent: 1, relation: 'context' }), named('Top', { parent: 0 })],
    'Top(context A)',
  ],
];

test.each(CASES)('toExceptionTree: %s', (_promise, exceptions, tree) => {
  expect(outline(toExceptionTree(exceptions))).toBe(tree);
});
