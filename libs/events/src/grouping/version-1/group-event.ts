import type { JsonObject } from '../../json/shape.ts';
import { toKey } from '../key.ts';
import { toFrameSignature } from './frame-signature.ts';
import { parameterise } from './parameterise.ts';
import { type EventV1, type ExceptionV1, type FrameV1, readEventV1 } from './read-event.ts';

const DEFAULT_PART = /^\{\{\s*default\s*\}\}$/;

/**
 * The key of an event by version 1 of grouping: 32 lower-case hex digits. The same event always has the same key; nothing
 * here may change, because a changed key splits the history of an issue.
 */
export function groupV1(event: JsonObject): string {
  return toKey(listParts(readEventV1(event)));
}

/** The SDK's fingerprint where it sends one, with our own parts in the place of `{{ default }}`. */
export function listParts(event: EventV1): string[] {
  const { fingerprint } = event;
  if (!fingerprint) return listOwnParts(event);
  const defaults = fingerprint.filter(isDefault);
  if (defaults.length === fingerprint.length) return listOwnParts(event);
  // Once, however often a fingerprint names it.
  const own = defaults.length === 0 ? [] : listOwnParts(event);
  const parts = fingerprint.flatMap((part) => (isDefault(part) ? own : [part]));
  return ['fingerprint', ...parts];
}

/** Whether a part of a fingerprint stands for our own parts. */
export function isDefault(part: string): boolean {
  return DEFAULT_PART.test(part);
}

function listOwnParts(event: EventV1): string[] {
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

function toTypeAndValue({ type, value }: ExceptionV1): string[] {
  return [type, parameterise(value)];
}

function hasSignature(frame: FrameV1): boolean {
  return toFrameSignature(frame) !== undefined;
}

/** Runs of one frame count once: a recursion groups the same however deep it went. */
function listSignatures(frames: readonly FrameV1[]): string[] {
  return frames
    .map(toFrameSignature)
    .filter((signature) => signature !== undefined)
    .filter((signature, index, all) => signature !== all[index - 1]);
}
