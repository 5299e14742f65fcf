import { countHidden, issueLimits } from '#shared';
import type { NormalisedEvent, StackFrame } from '#shared';
import { cutFrames } from './cut-frames.ts';
import { takeFitting, weighTexts } from './page-bytes.ts';
import { toBody, toFields, toParts } from './page-parts.ts';
import type { EventParts, Fact, Part } from './page-parts.ts';
import { cutLongTexts } from './page-texts.ts';

/** How many things of a kind the page leaves out or shortens: `{ frame: 3, 'long text': 1 }`. */
export type LeftOut = Readonly<Record<string, number>>;

/** The beginning of a value is shown only when at least this many bytes remain for it. */
const LEAST_BYTES = 1000;

/**
 * Cuts an event so that it takes some `maxBytes` of its page. An event that fits loses only texts
 * beyond the longest, and frames beyond `issueLimits.framesShown`. Otherwise all parts that are too
 * large get the same room. One exception and the failing frame always stay.
 */
export function cutForPage(
  whole: NormalisedEvent,
  maxBytes: number,
): { readonly event: NormalisedEvent; readonly leftOut?: LeftOut } {
  const { title, ...untitled } = whole;
  let shortened = 0;
  // A shortened title is not counted, because the stack trace or the message has its text.
  const event = {
    ...cutLongTexts<NormalisedEvent>(untitled, (texts) => (shortened += texts)),
    ...(title && { title: cutLongTexts(title) }),
  };
  const parts = toParts(event);
  const room = findRoom(Object.values(parts), maxBytes - weighTexts(listTexts(event)));
  const cut = new PageCut(event, parts, room);
  const shown = { ...event, ...cut.stacks(), ...cut.facts(), ...cut.lists() };
  const counts = Object.entries({ ...cut.leftOut, 'long text': shortened });
  const some = counts.filter(([, count]) => count > 0);
  return { event: shown, leftOut: some.length > 0 ? Object.fromEntries(some) : undefined };
}

/** Lists the texts that are in no part. */
function listTexts({ title, template, request, user, sdk, ...event }: NormalisedEvent): string[] {
  const fields = [event, title, template, { ...request, body: 0 }, user, sdk];
  const values = fields.flatMap((each) => Object.values(each ?? {}));
  return values.filter((value) => typeof value === 'string');
}

/** Returns the largest room with which all parts fit. Returns `Infinity` when they fit whole. */
function findRoom(
  parts: readonly Pick<Part<unknown>, 'bytes' | 'times'>[],
  maxBytes: number,
): number {
  const weighIn = (room: number): number =>
    parts.reduce((sum, { bytes, times }) => sum + Math.min(bytes, room * times), 0);
  if (weighIn(Infinity) <= maxBytes) return Infinity;
  let room = Math.max(1, maxBytes);
  while (room > 1 && weighIn(room) > maxBytes) room *= 0.95;
  return room;
}

class PageCut {
  readonly leftOut: Record<string, number> = {};

  constructor(
    private readonly event: NormalisedEvent,
    private readonly parts: EventParts,
    private readonly room: number,
  ) {}

  stacks(): Pick<NormalisedEvent, 'exceptions' | 'stack' | 'threads'> {
    const { exceptions, stack, threads } = this.event;
    const taken = this.take(this.parts.exceptions, 1);
    const kept = exceptions.filter((each) => taken.includes(each));
    const listed = this.take(this.parts.threads);
    const most = issueLimits.framesShown;
    const frames = this.takeFrames(this.parts.frames, most, 1);
    const ofThreads = this.takeFrames(this.parts.threadFrames, most - frames.size);
    return {
      // An exception without a parent is shown as the cause of the next one.
      exceptions: kept.map(({ parent, ...each }) => ({
        ...each,
        ...(parent !== undefined && kept.length === exceptions.length && { parent }),
        frames: toKept(each.frames, frames),
      })),
      stack: stack && toKept(stack, frames),
      threads:
        threads && listed.map((each) => ({ ...each, frames: toKept(each.frames, ofThreads) })),
    };
  }

  facts(): Partial<NormalisedEvent> {
    const { request, user, modules } = this.event;
    const { geo, data } = Object.fromEntries(this.take(this.parts.user));
    return {
      request: request && {
        ...request,
        headers: toTexts(this.take(this.parts.headers)),
        cookies: request.cookies && this.take(this.parts.cookies),
        env: request.env && toFields(this.take(this.parts.env)),
        body: request.body && toBody(request.body, this.take(this.parts.body)),
      },
      user: user && { ...user, geo, data },
      extra: toFields(this.take(this.parts.extra)),
      tags: toTexts(this.take(this.parts.tags)),
      contexts: Object.fromEntries(this.take(this.parts.contexts)) as NormalisedEvent['contexts'],
      modules: modules && toTexts(this.take(this.parts.modules)),
    };
  }

  lists(): Partial<NormalisedEvent> {
    const { breadcrumbs, sdk, template, images, fingerprint, hidden } = this.event;
    const steps = new Set(this.take(this.parts.breadcrumbs));
    const kept = this.take(this.parts.hidden);
    return {
      breadcrumbs: breadcrumbs.filter((step) => steps.has(step)),
      sdk: sdk && {
        ...sdk,
        integrations: sdk.integrations && this.take(this.parts.integrations),
        packages: sdk.packages && this.take(this.parts.packages),
      },
      template: template && { ...template, params: this.take(this.parts.params) },
      images: images && this.take(this.parts.images),
      fingerprint: fingerprint && this.take(this.parts.fingerprint),
      cut: this.take(this.parts.cut),
      hidden: hidden && kept,
      hiddenTotal: hidden && countHidden(this.event),
    };
  }

  /** Takes the first items, and the beginning of the next one when it can be shortened. */
  private take<Item>(part: Part<Item>, least = 0): readonly Item[] {
    const { kind, items, weighItem, shorten } = part;
    const maxBytes = this.room * part.times;
    if (maxBytes === Infinity) return items;
    const fitting = takeFitting(items, maxBytes, weighItem);
    const taken = fitting.length < least ? items.slice(0, least) : fitting;
    this.count(kind, items.length - taken.length);
    const next = items[taken.length];
    if (next === undefined || !shorten) return taken;
    const left = maxBytes - LEAST_BYTES - taken.reduce((sum, item) => sum + weighItem(item), 0);
    return left < 0 ? taken : [...taken, shorten(next, left)];
  }

  private takeFrames(
    part: Part<StackFrame>,
    most: number,
    least = 0,
  ): ReturnType<typeof cutFrames> {
    const frames = cutFrames(part.items, { maxBytes: this.room * part.times, most, least });
    const bare = [...frames].filter(
      ([whole, kept]) => whole.contextLine !== kept.contextLine || whole.vars !== kept.vars,
    );
    this.count(part.kind, part.items.length - frames.size);
    this.count('frame detail', bare.length);
    return frames;
  }

  private count(kind: string, more: number): void {
    this.leftOut[kind] = (this.leftOut[kind] ?? 0) + more;
  }
}

function toKept(frames: readonly StackFrame[], kept: ReturnType<typeof cutFrames>): StackFrame[] {
  return frames.flatMap((frame) => kept.get(frame) ?? []);
}

function toTexts(facts: readonly Fact[]): readonly (readonly [string, string])[] {
  return facts.map(([name, value]) => [name, value as string]);
}
