import type { NormalisedEvent } from '#shared';
import { takeFacts, takeFirst } from './bounded-list.ts';
import { costOfText, fitText } from './document-cost.ts';
import { TEXT_BYTES } from './event-parts.ts';
import { fitException, fitExceptionValue, fitFrame, fitNames, fitThread } from './trace-cost.ts';
import type { Fit, FitFacts, Fitter } from './trace-cost.ts';

const STEP_DATA_BYTES = 12_000;
/** Byte limit of the fingerprint, and of the notes about what was cut. Few events have either. */
const NOTES_BYTES = 8000;

class CountingFitter implements Fitter {
  shortened = 0;

  readonly fit: Fit = (text, maxBytes) => {
    const fitting = fitText(text, maxBytes);
    if (fitting !== text) this.shortened += 1;
    return fitting;
  };

  readonly fitFacts: FitFacts = (facts, maxBytes) => {
    const { taken, omitted } = takeFacts(Object.entries(facts), maxBytes);
    this.shortened += omitted;
    return Object.fromEntries(taken);
  };

  fitList(list: readonly string[]): readonly string[] {
    const { taken, omitted } = takeFirst(list, costOfText, NOTES_BYTES);
    this.shortened += omitted;
    return taken;
  }
}

/**
 * Shortens the long texts of an event. `texts` is the number of texts that were shortened or left
 * out.
 */
export function boundTexts(whole: NormalisedEvent): { event: NormalisedEvent; texts: number } {
  const fitter = new CountingFitter();
  const fit = (text: string): string => fitter.fit(text, TEXT_BYTES);
  const { message, template, request, user, title, stack, threads, fingerprint, cut } = whole;
  const event = {
    ...whole,
    // A shortened title is not counted, because the trace or the message contains its text.
    ...(title && { title: fitTitle(title) }),
    exceptions: whole.exceptions.map((each) => fitException(each, fitter)),
    ...(stack && { stack: stack.map((frame) => fitFrame(frame, fitter)) }),
    ...(threads && { threads: threads.map((each) => fitThread(each, fitter)) }),
    breadcrumbs: whole.breadcrumbs.map((step) => ({
      ...step,
      ...(step.message === undefined ? {} : { message: fit(step.message) }),
      ...(step.data && { data: fitter.fitFacts(step.data, STEP_DATA_BYTES) }),
    })),
    ...(message === undefined ? {} : { message: fit(message) }),
    ...(template && {
      template: { message: fit(template.message), params: template.params.map(fit) },
    }),
    ...(request && { request: fitAddress(request, fit) }),
    ...(user && {
      user: {
        ...user,
        ...fitNames(user, ['id', 'email', 'username', 'name', 'ipAddress'], fitter.fit),
      },
    }),
    ...(fingerprint && { fingerprint: fitter.fitList(fingerprint) }),
    cut: fitter.fitList(cut),
  };
  return { event, texts: fitter.shortened };
}

type Title = NonNullable<NormalisedEvent['title']>;

function fitTitle(title: Title): Title {
  return {
    ...title,
    ...fitNames(title, ['type', 'place'], fitText),
    value: fitExceptionValue(title.value),
  };
}

type Request = NonNullable<NormalisedEvent['request']>;

function fitAddress(request: Request, fit: (text: string) => string): Request {
  const { url, query } = request;
  return {
    ...request,
    ...(url === undefined ? {} : { url: fit(url) }),
    ...(query === undefined ? {} : { query: fit(query) }),
  };
}

export function costOfTexts(event: NormalisedEvent): number {
  const { title, template, request, user, sdk, fingerprint = [], cut } = event;
  const texts = [
    ...Object.values(event),
    ...Object.values(title ?? {}),
    ...Object.values(user ?? {}),
    template?.message,
    request?.method,
    request?.url,
    request?.query,
    sdk?.name,
    sdk?.version,
    ...fingerprint,
    ...cut,
  ].filter((value) => typeof value === 'string');
  return texts.reduce((bytes, text) => bytes + costOfText(text), 0);
}
