import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Sent } from './shapes.ts';

export type Pair = readonly [verdict: 'same' | 'different', reason: string, one: Sent, other: Sent];

export function same(reason: string, one: Sent, other: Sent): Pair {
  return ['same', reason, one, other];
}

export function different(reason: string, one: Sent, other: Sent): Pair {
  return ['different', reason, one, other];
}

export class PairTable {
  readonly topics = new Map<string, readonly Pair[]>();

  about(topic: string, list: () => readonly Pair[]): void {
    this.topics.set(topic, list());
  }
}

const folder = fileURLToPath(new URL('../sdk-events/', import.meta.url));

export function sent(name: string): Sent {
  return JSON.parse(readFileSync(`${folder}${name}.json`, 'utf8')) as Sent;
}
