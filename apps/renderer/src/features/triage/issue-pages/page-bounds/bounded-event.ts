import { countHidden, issueLimits } from '#shared';
import type { EventRequest, NormalisedEvent } from '#shared';
import { colourFrames } from '../colours/colour-frames.ts';
import type { ListedFile } from '../../../../ui/files/listed-file.ts';
import type { Companions } from '../companions/companions.dto.ts';
import { boundCalls, costOfCalls } from './bounded-calls.ts';
import { takeFacts, takeFirst } from './bounded-list.ts';
import type { NamedValue, Taken } from './bounded-list.ts';
import { boundTexts, costOfTexts } from './bounded-texts.ts';
import {
  costOfPart,
  toBody,
  toFactParts,
  toGroups,
  toNameParts,
  toOtherParts,
} from './event-parts.ts';
import type { Part } from './event-parts.ts';
import { toFairShares } from './fair-shares.ts';
import type { LeftOut } from './left-out.dto.ts';

export interface BoundedEvent extends Companions {
  readonly event: NormalisedEvent;
  readonly leftOut?: LeftOut;
}

/** Bytes of the document around the event, including a page of history. */
const AROUND_BYTES = 90_000;

/**
 * Cuts an event, its files and its feedback, so that the document never exceeds
 * `issueLimits.eventPageBytes`. `besideBytes` are the bytes of the page's other sections.
 */
export function boundEvent(
  whole: NormalisedEvent,
  companions: Companions,
  besideBytes = 0,
): BoundedEvent {
  const { event, texts } = boundTexts(whole);
  const [facts, names] = [toFactParts(event), toNameParts(event)];
  const other = toOtherParts(event, companions);
  const costs = {
    ...costOfCalls(event),
    ...mapValues(facts, costOfPart),
    ...mapValues(names, costOfPart),
    breadcrumbs: costOfPart(other.breadcrumbs),
    images: costOfPart(other.images),
    attachments: costOfPart(other.attachments),
    feedback: costOfPart(other.feedback),
  };
  const otherBytes = AROUND_BYTES + besideBytes + costOfTexts(event);
  const budget = issueLimits.eventPageBytes - otherBytes;
  const share = toFairShares(costs, budget);

  const { calls, omitted } = boundCalls(event, share);
  const taken = {
    ...mapValues(facts, ({ items, costOf }, name) => takeFacts(items, share[name], costOf)),
    ...mapValues(names, ({ items, costOf }, name) => takeFirst(items, costOf, share[name])),
  };
  const { breadcrumbs, images, attachments, feedback } = {
    breadcrumbs: takeFirst(other.breadcrumbs.items, other.breadcrumbs.costOf, share.breadcrumbs),
    images: takeFirst(other.images.items, other.images.costOf, share.images),
    attachments: takeFiles(other.attachments, share.attachments),
    feedback: takeFirst(other.feedback.items, other.feedback.costOf, share.feedback),
  };
  const leftOut = toLeftOut({
    ...omitted,
    ...mapValues(taken, ({ omitted: count }) => count),
    breadcrumbs: breadcrumbs.omitted,
    images: images.omitted,
    attachments: attachments.omitted,
    feedback: feedback.omitted,
    texts,
  });
  const shown = {
    ...withTaken(event, taken),
    ...calls,
    ...(event.images && { images: images.taken }),
    breadcrumbs: event.breadcrumbs.filter((step) => breadcrumbs.taken.includes(step)),
  };
  return {
    event: colourFrames(shown, budget - sumOf(share)),
    ...(companions.attachments && { attachments: attachments.taken }),
    ...(companions.hasMoreAttachments && { hasMoreAttachments: true }),
    ...(companions.feedback && { feedback: feedback.taken }),
    ...(leftOut && { leftOut }),
  };
}

/** Replaces texts of files by links before leaving out whole files. */
function takeFiles({ items, costOf }: Part<ListedFile>, maxBytes: number): Taken<ListedFile> {
  const whole = takeFirst(items, costOf, maxBytes);
  if (whole.omitted === 0) return whole;
  const short = items.map((item) =>
    item.preview?.kind === 'text' ? { ...item, preview: { kind: 'link' } as const } : item,
  );
  return takeFirst(short, costOf, maxBytes);
}

function sumOf(bytes: Readonly<Record<string, number>>): number {
  return Object.values(bytes).reduce((sum, each) => sum + each, 0);
}

type TakenParts = Readonly<
  Record<keyof ReturnType<typeof toFactParts>, Taken<NamedValue>> &
    Record<keyof ReturnType<typeof toNameParts>, Taken<string>>
>;

function withTaken(event: NormalisedEvent, of: TakenParts): NormalisedEvent {
  const { request, user, sdk, template } = event;
  const { geo, data } = toGroups(of.user.taken);
  return {
    ...event,
    ...(request && { request: withTakenRequest(request, of) }),
    ...(user && { user: { ...user, geo, data } }),
    ...(sdk && {
      sdk: {
        ...sdk,
        integrations: sdk.integrations && of.integrations.taken,
        packages: sdk.packages && of.packages.taken,
      },
    }),
    ...(template && { template: { ...template, params: of.params.taken } }),
    ...(event.modules && { modules: of.modules.taken.map(toTexts) }),
    ...(event.hidden && {
      hidden: event.hidden.slice(0, of.hidden.taken.length),
      ...(of.hidden.omitted > 0 && { hiddenTotal: countHidden(event) }),
    }),
    extra: Object.fromEntries(of.extra.taken),
    tags: of.tags.taken.map(toTexts),
    contexts: toGroups(of.contexts.taken),
  };
}

function withTakenRequest(request: EventRequest, of: TakenParts): EventRequest {
  const { cookies, env, body } = request;
  return {
    ...request,
    headers: of.headers.taken.map(toTexts),
    cookies: cookies && of.cookies.taken,
    env: env && Object.fromEntries(of.env.taken),
    body: body === undefined ? undefined : toBody(body, of.body.taken),
  };
}

function mapValues<Key extends string, Value, Result>(
  values: Readonly<Record<Key, Value>>,
  map: (value: Value, key: Key) => Result,
): Record<Key, Result> {
  const mapped = Object.entries<Value>(values).map(([key, value]) => [key, map(value, key as Key)]);
  return Object.fromEntries(mapped) as Record<Key, Result>;
}

function toTexts([name, value]: NamedValue): readonly [string, string] {
  return [name, typeof value === 'string' ? value : JSON.stringify(value)];
}

function toLeftOut(counts: Required<LeftOut>): LeftOut | undefined {
  const some = Object.entries<number>(counts).filter(([, count]) => count > 0);
  return some.length === 0 ? undefined : (Object.fromEntries(some) as LeftOut);
}
