import { findFailingFrameOfChain, issueLimits } from '#shared';
import type { Breadcrumb, NormalisedEvent } from '#shared';
import type { AttachmentItem, Companions, FeedbackItem } from '../companions/companions.dto.ts';
import { costOfFact, takeFacts, takeFirst } from './bounded-list.ts';
import type { NamedValue } from './bounded-list.ts';
import { boundTrace, costOfTrace, fitTrace } from './bounded-trace.ts';
import { costOfText, fitText } from './document-cost.ts';
import { toFairShares } from './fair-shares.ts';
import type { LeftOut } from './left-out.dto.ts';

export interface BoundedEvent extends Companions {
  readonly event: NormalisedEvent;
  /** Absent where everything is there. */
  readonly leftOut?: LeftOut;
}

/** Of a document: what stands around the event, a page of history with it. */
const AROUND_BYTES = 80_000;
/** Of a text that an event has once: its message, an address. */
const TEXT_BYTES = 12_000;
/** Of what came with one step. */
const STEP_DATA_BYTES = 12_000;
/** Of lists of short texts that hardly anybody sends: a fingerprint, notes of what was cut. */
const NOTES_BYTES = 8000;

const STEP_BYTES = 1200;
const CONTEXT_BYTES = 900;
const FILE_BYTES = 600;
const SAID_BYTES = 700;

/**
 * The parts of an event, and of its files and feedback, that the page shows, so that its document stays within
 * `issueLimits.eventPageBytes` whatever was sent.
 */
export function boundEvent(whole: NormalisedEvent, companions: Companions): BoundedEvent {
  const { event, texts } = boundTexts(whole);
  const lists = toLists(event, companions);
  const budget = issueLimits.eventPageBytes - AROUND_BYTES - costOfTexts(event);
  const share = toFairShares(toCosts(lists), budget);

  const trace = boundTrace(
    event.exceptions,
    findFailingFrameOfChain(event.exceptions),
    share.trace,
  );
  const breadcrumbs = takeFirst(lists.breadcrumbs, costOfStep, share.breadcrumbs);
  const headers = takeFacts(lists.headers, share.headers);
  const extra = takeFacts(lists.extra, share.extra);
  const tags = takeFacts(lists.tags, share.tags);
  const contexts = takeFacts(lists.contexts, share.contexts, costOfContextFact);
  const attachments = takeFirst(lists.attachments, costOfFile, share.attachments);
  const feedback = takeFirst(lists.feedback, costOfSaid, share.feedback);

  const leftOut = toLeftOut({
    exceptions: trace.exceptionsLeft,
    frames: trace.framesLeft,
    details: trace.detailsLeft,
    breadcrumbs: breadcrumbs.left,
    headers: headers.left,
    extra: extra.left,
    tags: tags.left,
    contexts: contexts.left,
    attachments: attachments.left,
    feedback: feedback.left,
    texts,
  });
  return {
    event: {
      ...event,
      exceptions: trace.exceptions,
      breadcrumbs: breadcrumbs.taken.toReversed(),
      ...(event.request && {
        request: { ...event.request, headers: headers.taken.map(toTexts) },
      }),
      extra: Object.fromEntries(extra.taken),
      tags: tags.taken.map(toTexts),
      contexts: toContexts(contexts.taken),
    },
    ...(companions.attachments && { attachments: attachments.taken }),
    ...(companions.hasMoreAttachments && { hasMoreAttachments: true }),
    ...(companions.feedback && { feedback: feedback.taken }),
    ...(leftOut && { leftOut }),
  };
}

type Lists = ReturnType<typeof toLists>;

/** In the order of the page. */
function toLists(event: NormalisedEvent, { attachments = [], feedback = [] }: Companions) {
  return {
    trace: event.exceptions,
    breadcrumbs: event.breadcrumbs.toReversed(),
    headers: (event.request?.headers ?? []) as readonly NamedValue[],
    extra: Object.entries(event.extra) as readonly NamedValue[],
    tags: event.tags as readonly NamedValue[],
    contexts: toContextFacts(event.contexts),
    attachments,
    feedback: feedback.map((said) => ({ ...said, message: fitText(said.message, TEXT_BYTES) })),
  };
}

function toCosts(lists: Lists): Record<keyof Lists, number> {
  return {
    trace: costOfTrace(lists.trace),
    breadcrumbs: sum(lists.breadcrumbs, costOfStep),
    headers: sum(lists.headers, costOfFact),
    extra: sum(lists.extra, costOfFact),
    tags: sum(lists.tags, costOfFact),
    contexts: sum(lists.contexts, costOfContextFact),
    attachments: sum(lists.attachments, costOfFile),
    feedback: sum(lists.feedback, costOfSaid),
  };
}

function sum<Item>(items: readonly Item[], costOf: (item: Item) => number): number {
  return items.reduce((bytes, item) => bytes + costOf(item), 0);
}

function costOfStep({ type, category, message, data = {} }: Breadcrumb): number {
  const texts = [type, category, message].reduce(
    (bytes: number, text) => bytes + costOfText(text),
    STEP_BYTES,
  );
  return texts + sum(Object.entries(data), costOfFact);
}

function costOfFile({ name, contentType }: AttachmentItem): number {
  return FILE_BYTES + costOfText(name) + costOfText(contentType);
}

function costOfSaid({ name, email, url, message }: FeedbackItem): number {
  return SAID_BYTES + sum([name, email, url, message], costOfText);
}

/** A context's name and that of a value in it, joined by what no name that a person reads holds. */
const JOINT = '\0';

function toContextFacts(contexts: NormalisedEvent['contexts']): readonly NamedValue[] {
  return Object.entries(contexts).flatMap(([context, values]) =>
    Object.entries(values).map(([name, value]) => [`${context}${JOINT}${name}`, value] as const),
  );
}

function toContexts(facts: readonly NamedValue[]): NormalisedEvent['contexts'] {
  const contexts = new Map<string, NamedValue[]>();
  for (const [joined, value] of facts) {
    const [context = '', name = ''] = joined.split(JOINT);
    contexts.set(context, [...(contexts.get(context) ?? []), [name, value]]);
  }
  return Object.fromEntries(
    [...contexts].map(([context, values]) => [context, Object.fromEntries(values)]),
  );
}

/** Beside its values a context says some of them in its line. */
function costOfContextFact(fact: NamedValue): number {
  const [, value] = fact;
  return CONTEXT_BYTES + costOfFact(fact) + (typeof value === 'string' ? costOfText(value) : 0);
}

function toTexts([name, value]: NamedValue): readonly [string, string] {
  return [name, typeof value === 'string' ? value : JSON.stringify(value)];
}

/** With the texts that it has once as long as a page bears them. */
function boundTexts(whole: NormalisedEvent): { event: NormalisedEvent; texts: number } {
  let texts = 0;
  const fit = (text: string): string => {
    const fitting = fitText(text, TEXT_BYTES);
    if (fitting !== text) texts += 1;
    return fitting;
  };
  const fitList = (list: readonly string[]): readonly string[] => {
    const { taken, left } = takeFirst(list, costOfText, NOTES_BYTES);
    texts += left;
    return taken;
  };
  const fitStep = (step: Breadcrumb): Breadcrumb => {
    const { taken, left } = takeFacts(Object.entries(step.data ?? {}), STEP_DATA_BYTES);
    texts += left;
    return {
      ...step,
      ...(step.message === undefined ? {} : { message: fit(step.message) }),
      ...(step.data && { data: Object.fromEntries(taken) }),
    };
  };
  const { message, request, fingerprint, cut } = whole;
  const event = {
    ...whole,
    exceptions: fitTrace(whole.exceptions),
    breadcrumbs: whole.breadcrumbs.map(fitStep),
    ...(message === undefined ? {} : { message: fit(message) }),
    ...(request && { request: { ...request, ...fitTexts(request, ['url', 'query'], fit) } }),
    ...(fingerprint && { fingerprint: fitList(fingerprint) }),
    cut: fitList(cut),
  };
  return { event, texts };
}

function fitTexts<Key extends string>(
  texts: { readonly [K in Key]?: string },
  keys: readonly Key[],
  fit: (text: string) => string,
): { readonly [K in Key]?: string } {
  return Object.fromEntries(
    keys.flatMap((key) => (texts[key] === undefined ? [] : [[key, fit(texts[key])]])),
  ) as { readonly [K in Key]?: string };
}

/** Of everything that is in no list. */
function costOfTexts(event: NormalisedEvent): number {
  const { request, user, sdk, fingerprint = [], cut } = event;
  return sum(
    [
      ...Object.values(event).filter((value) => typeof value === 'string'),
      request?.method,
      request?.url,
      request?.query,
      sdk?.name,
      sdk?.version,
      ...Object.values(user ?? {}),
      ...fingerprint,
      ...cut,
    ],
    costOfText,
  );
}

function toLeftOut(counts: Required<LeftOut>): LeftOut | undefined {
  const some = Object.entries<number>(counts).filter(([, count]) => count > 0);
  return some.length === 0 ? undefined : (Object.fromEntries(some) as LeftOut);
}
