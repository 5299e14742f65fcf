import { findFailingFrame, findFailingFrameOfChain } from '#shared';
import type {
  Breadcrumb,
  EventThread,
  ExceptionValue,
  JsonValue,
  NormalisedEvent,
  StackFrame,
} from '#shared';
import { weighFrame } from './cut-frames.ts';
import { cutToPageBytes, weighFacts, weighJson, weighText, weighTexts } from './page-bytes.ts';

/** Category of log lines of other traces. A full page leaves them out first. */
export const NEARBY_LOG = 'log nearby';

/** Exceptions and their frames get more room than other parts. */
const STACK_TIMES = 5;

/** A list of an event, in the order in which a full page keeps its items. */
export interface Part<Item> {
  /** Singular, as the page names what it leaves out. */
  readonly kind: string;
  readonly items: readonly Item[];
  readonly weighItem: (item: Item) => number;
  readonly bytes: number;
  /** How much room the part gets, compared with others. */
  readonly times: number;
  readonly shorten?: (item: Item, maxBytes: number) => Item;
}

type Fields = Readonly<Record<string, JsonValue>>;
export type Fact = readonly [name: string, value: JsonValue];

function toPart<Item>(
  kind: string,
  items: readonly Item[],
  weighItem: (item: Item) => number,
  times = 1,
): Part<Item> {
  const bytes = items.reduce((sum, item) => sum + weighItem(item), 0);
  return { kind, items, weighItem, bytes, times };
}

function toFacts(kind: string, facts: readonly Fact[] = [], markupBytes = 300): Part<Fact> {
  const shorten = ([name, value]: Fact, maxBytes: number): Fact => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    // Half of the room is enough, because the page may repeat the text in a summary.
    return [name, cutToPageBytes(text, maxBytes / 2)];
  };
  const weighFact = ([name, value]: Fact): number =>
    markupBytes + weighText(name) + weighJson(value);
  return { ...toPart(kind, facts, weighFact), shorten };
}

/** The summary of a group repeats some of its values. */
function toGroups(kind: string, groups: Readonly<Record<string, Fields | undefined>>) {
  const there = Object.entries(groups).filter(([, facts]) => facts);
  return toPart(kind, there, ([name, facts]) => 1300 + weighText(name) + weighFacts(facts));
}

function toNames(kind: string, names: readonly string[] = [], markupBytes = 80): Part<string> {
  return toPart(kind, names, (name) => markupBytes + weighText(name));
}

export type EventParts = ReturnType<typeof toParts>;

export function toParts(event: NormalisedEvent) {
  const { request, user = {}, sdk, threads = [], hidden = [] } = event;
  const exceptions = rankExceptions(event.exceptions);
  const stacks = exceptions.map(({ frames }) => frames);
  const ranked = threads.toSorted(byRank);
  const threadStacks = ranked.map(({ frames }) => frames);
  return {
    exceptions: toPart('exception', exceptions, weighException, STACK_TIMES),
    frames: toPart('frame', rankFrames([...stacks, event.stack ?? []]), weighFrame, STACK_TIMES),
    threads: toPart('thread', ranked, weighThread),
    threadFrames: toPart('frame', rankFrames(threadStacks), weighFrame),
    breadcrumbs: toPart('step', rankSteps(event), weighStep),
    headers: toFacts('header', request?.headers),
    cookies: toNames('cookie', request?.cookies),
    env: toFacts('server variable', Object.entries(request?.env ?? {})),
    body: toFacts('body value', listBody(request?.body)),
    extra: toFacts('extra value', Object.entries(event.extra)),
    tags: toFacts('tag', event.tags),
    user: toGroups('user part', { geo: user.geo, data: user.data }),
    contexts: toGroups('context', event.contexts),
    modules: toFacts('module', event.modules, 150),
    images: toPart('image', event.images ?? [], (each) => 300 + weighTexts(Object.values(each))),
    params: toNames('parameter', event.template?.params, 300),
    integrations: toNames('integration', sdk?.integrations),
    packages: toNames('package', sdk?.packages),
    hidden: toPart('hidden place', hidden, ({ path }) => 80 + weighText(path)),
    fingerprint: toNames('fingerprint part', event.fingerprint),
    cut: toNames('note', event.cut),
  };
}

function weighException({ type, value, module, mechanism }: ExceptionValue): number {
  const texts = [type, value, module, mechanism?.type, mechanism?.description, mechanism?.source];
  return 1100 + weighTexts(texts) + weighFacts(mechanism?.data) + weighFacts(mechanism?.meta);
}

function weighThread({ id, name, state }: EventThread): number {
  return 1000 + weighTexts([id, name, state]);
}

function weighStep({ type, category, message, data, ofSdk }: Breadcrumb): number {
  const folded = ofSdk ? 600 + weighFacts(ofSdk) : 0;
  return 1200 + weighTexts([type, category, message]) + weighFacts(data) + folded;
}

function rankExceptions(exceptions: readonly ExceptionValue[]): readonly ExceptionValue[] {
  const failing = findFailingFrameOfChain(exceptions);
  const isFailing = ({ frames }: ExceptionValue): boolean => frames.includes(failing as never);
  return exceptions.toReversed().toSorted((a, b) => Number(isFailing(b)) - Number(isFailing(a)));
}

/** The failing frame of the first stack comes first, then newer calls before older ones. */
function rankFrames(stacks: readonly (readonly StackFrame[])[]): readonly StackFrame[] {
  const failing = stacks.map(findFailingFrame).find((frame) => frame !== undefined);
  const frames = stacks.flatMap((stack) => stack.toReversed());
  return frames.toSorted((a, b) => Number(b === failing) - Number(a === failing));
}

/** The crashed, the current and the main thread come first, in this order. */
function byRank(one: EventThread, other: EventThread): number {
  const rankOf = ({ isCrashed, isCurrent, isMain }: EventThread): number =>
    [isCrashed, isCurrent, isMain, true].indexOf(true);
  return rankOf(one) - rankOf(other);
}

function rankSteps({ breadcrumbs, occurredAtMs }: NormalisedEvent): readonly Breadcrumb[] {
  const isFar = ({ category }: Breadcrumb): boolean => category === NEARBY_LOG;
  const toDistance = ({ timestampMs = occurredAtMs }: Breadcrumb): number =>
    Math.abs(timestampMs - occurredAtMs);
  return breadcrumbs
    .toReversed()
    .toSorted((a, b) => Number(isFar(a)) - Number(isFar(b)) || toDistance(a) - toDistance(b));
}

export function toFields(facts: readonly Fact[]): Fields {
  return Object.fromEntries(facts.map(([name, value]) => [name, value]));
}

function isFields(body: JsonValue): body is Fields {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}

function listBody(body: JsonValue | undefined): readonly Fact[] {
  if (body === undefined) return [];
  return isFields(body) ? Object.entries(body) : [['', body]];
}

export function toBody(body: JsonValue, taken: readonly Fact[]): JsonValue | undefined {
  return isFields(body) ? toFields(taken) : taken[0]?.[1];
}
