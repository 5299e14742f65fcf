import { browserPairs } from './browsers.ts';
import { goAndRustPairs } from './go-rust.ts';
import { jvmPairs } from './jvm.ts';
import { machinePairs } from './machines.ts';
import { messagePairs } from './messages.ts';
import { nodePairs } from './node.ts';
import type { Pair } from './pair-table.ts';
import { phpAndRubyPairs } from './php-ruby.ts';
import { platformPairs } from './platforms.ts';
import { printedPairs } from './printed.ts';
import { pythonPairs } from './python.ts';
import { strangerPairs } from './strangers.ts';

export const allPairs: readonly (readonly [topic: string, pairs: readonly Pair[]])[] = [
  browserPairs,
  nodePairs,
  pythonPairs,
  jvmPairs,
  goAndRustPairs,
  platformPairs,
  phpAndRubyPairs,
  messagePairs,
  printedPairs,
  strangerPairs,
  machinePairs,
].flatMap(({ topics }) => [...topics]);
