import { hash } from 'node:crypto';
import { toIssueTitle } from '#shared';
import type { ExceptionValue, NormalisedEvent, StackFrame } from '#shared';
import type { Grouping } from '#persistence';
import { toFrameSignature } from './frame-signature.ts';
import { parameterise } from './parameterise.ts';

const DEFAULT_PART = /^\{\{\s*default\s*\}\}$/;

/** What groups an event (DESIGN §6), and what its issue is called while it is the newest. The same event always groups the same. */
export function groupEvent(event: NormalisedEvent): Grouping {
  return { key: toKey(listParts(event)), ...toIssueTitle(event), level: event.level };
}

/** 32 lower-case hex digits for parts of any length; no two lists share one by running into each other. */
export function toKey(parts: readonly string[]): string {
  return hash('sha256', JSON.stringify(parts)).slice(0, 32);
}

/** The SDK's fingerprint where it sends one, with our own parts in the place of `{{ default }}`. */
function listParts(event: NormalisedEvent): string[] {
  const { fingerprint } = event;
  if (!fingerprint) return listOwnParts(event);
  const defaults = fingerprint.filter((part) => DEFAULT_PART.test(part));
  if (defaults.length === fingerprint.length) return listOwnParts(event);
  // Once, however often a fingerprint names it.
  const own = defaults.length === 0 ? [] : listOwnParts(event);
  const parts = fingerprint.flatMap((part) => (DEFAULT_PART.test(part) ? own : [part]));
  return ['fingerprint', ...parts];
}

function listOwnParts(event: NormalisedEvent): string[] {
  if (event.exceptions.length === 0) {
    const message = event.message ?? event.transaction ?? '';
    return ['message', event.logger ?? '', parameterise(message)];
  }
  const isInAppKnown = event.exceptions.some(({ frames }) => frames.some(({ inApp }) => inApp));
  const hasStack = event.exceptions.some(({ frames }) => frames.some(hasSignature));
  if (!hasStack) return ['value', ...event.exceptions.flatMap(toTypeAndValue)];
  return [
    'stack',
    ...event.exceptions.flatMap(({ type, frames }) => [
      `type ${type}`,
      ...listSignatures(isInAppKnown ? frames.filter(({ inApp }) => inApp) : frames),
    ]),
  ];
}

function toTypeAndValue({ type, value }: ExceptionValue): string[] {
  return [type, parameterise(value)];
}

function hasSignature(frame: StackFrame): boolean {
  return toFrameSignature(frame) !== undefined;
}

/** Runs of one frame count once: a recursion groups the same however deep it went. */
function listSignatures(frames: readonly StackFrame[]): string[] {
  return frames
    .map(toFrameSignature)
    .filter((signature) => signature !== undefined)
    .filter((signature, index, all) => signature !== all[index - 1]);
}
