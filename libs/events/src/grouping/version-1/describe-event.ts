import type { JsonObject } from '../../json/shape.ts';
import type {
  DescribedFrame,
  DescribedStack,
  GroupingDescription,
  GroupingPart,
  WhyNot,
} from '../description.ts';
import { toFrameSignature } from './frame-signature.ts';
import { isDefault } from './group-event.ts';
import { parameterise } from './parameterise.ts';
import { type EventV1, type ExceptionV1, type FrameV1, readEventV1 } from './read-event.ts';

/** What version 1 makes of an event, as `groupV1` does. */
export function describeV1(source: JsonObject): GroupingDescription {
  const event = readEventV1(source);
  const own = describeOwn(event);
  const { fingerprint = [] } = event;
  if (fingerprint.every(isDefault)) return own;
  return {
    kind: 'fingerprint',
    parts: fingerprint.flatMap((text) =>
      isDefault(text) ? own.parts : [part('fingerprint', text)],
    ),
    stacks: fingerprint.some(isDefault) ? own.stacks : [],
  };
}

function describeOwn(event: EventV1): GroupingDescription {
  const { exceptions, logger = '', message, transaction = '' } = event;
  if (exceptions.length === 0) {
    const text = parameterise(message ?? transaction);
    return { kind: 'message', parts: [part('logger', logger), part('message', text)], stacks: [] };
  }
  const isOwn = exceptions.some(({ frames }) => frames.some(({ inApp }) => inApp));
  const stacks = exceptions.map((exception) => describeStack(exception, isOwn));
  const described = { stacks: stacks.filter(({ frames }) => frames.length > 0) };
  if (!exceptions.some(({ frames }) => frames.some(hasSignature))) {
    return { ...described, kind: 'value', parts: exceptions.flatMap(toTypeAndValue) };
  }
  const parts = stacks.flatMap(({ type, frames }) => [part('type', type), ...listCalls(frames)]);
  return { ...described, kind: 'stack', parts };
}

function part(of: GroupingPart['of'], text: string): GroupingPart {
  return { of, text };
}

function toTypeAndValue({ type, value }: ExceptionV1): GroupingPart[] {
  return [part('type', type), part('value', parameterise(value))];
}

function hasSignature(frame: FrameV1): boolean {
  return toFrameSignature(frame) !== undefined;
}

function describeStack({ type, frames }: ExceptionV1, isOwn: boolean): DescribedStack {
  let last: string | undefined;
  return {
    type,
    frames: frames.map((frame): DescribedFrame => {
      const signature = toFrameSignature(frame);
      const call = toCall(frame);
      const why = whyNot(frame, { isOwn, signature, last });
      if (why !== undefined || signature === undefined)
        return { call, counts: false, ...(why && { why }) };
      last = signature;
      return { call, counts: true, as: toText(signature) };
    }),
  };
}

/** Of a run of one call the first counts, frames between that do not count left out. */
function whyNot(
  { inApp }: FrameV1,
  {
    isOwn,
    signature,
    last,
  }: {
    readonly isOwn: boolean;
    readonly signature: string | undefined;
    readonly last: string | undefined;
  },
): WhyNot | undefined {
  if (isOwn && !inApp) return 'not sent as own';
  if (signature === undefined) return 'unnamed';
  return signature === last ? 'recursion' : undefined;
}

function listCalls(frames: readonly DescribedFrame[]): GroupingPart[] {
  return frames.flatMap(({ as }) => (as === undefined ? [] : [part('call', as)]));
}

/** Place, function and line of code, as far as they are known. */
export function toText(signature: string): string {
  return signature
    .split('\n')
    .filter((line) => line !== '')
    .join(' · ');
}

function toCall({ module, filename, absPath, function: name }: FrameV1): string {
  return [module ?? filename ?? absPath, name].filter((text) => text !== undefined).join(' ');
}
