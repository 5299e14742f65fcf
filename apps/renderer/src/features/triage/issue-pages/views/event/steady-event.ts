import type { PartData } from '#shared';
import { useMemo, useState } from 'react';
import type { IssuePageProps, IssuePlace } from '../../issues.dto.ts';

export interface SteadyEvent {
  /** The latest page, but with the event that the reader is looking at. */
  readonly props: IssuePageProps;
  readonly hasNewer: boolean;
  readonly show: () => void;
}

interface Known {
  readonly latest: IssuePageProps;
  readonly ofEvent: IssuePageProps;
}

/**
 * Keeps showing the same event while `isRefreshing`. A refresh changes only what surrounds the
 * event.
 */
export function useSteadyEvent(latest: IssuePageProps, isRefreshing: boolean): SteadyEvent {
  const [stored, setKnown] = useState<Known>({ latest, ofEvent: latest });
  const known = stored.latest === latest ? stored : follow(stored, latest, isRefreshing);
  if (known !== stored) setKnown(known);
  const { ofEvent } = known;
  const hasNewer = ofEvent.event?.eventId !== latest.event?.eventId;
  const props = useMemo(
    () => (hasNewer ? withEventOf(ofEvent, latest) : latest),
    [hasNewer, ofEvent, latest],
  );
  return {
    props,
    hasNewer,
    show: () => setKnown({ latest, ofEvent: latest }),
  };
}

const ABOUT_ISSUE: readonly string[] = ['head', 'aside-tags', 'below'] satisfies IssuePlace[];

function follow({ ofEvent }: Known, latest: IssuePageProps, isRefreshing: boolean): Known {
  const isSteady =
    isRefreshing && ofEvent.issue.id === latest.issue.id && ofEvent.event !== undefined;
  return { latest, ofEvent: isSteady ? ofEvent : latest };
}

function withEventOf(ofEvent: IssuePageProps, latest: IssuePageProps): IssuePageProps {
  const { nowMs, follows, recent, issue, chart, counted } = latest;
  const { counted: _counted, ...kept } = ofEvent;
  const isOfIssue = ({ place }: PartData): boolean => ABOUT_ISSUE.includes(place);
  return {
    ...kept,
    parts: [...ofEvent.parts.filter((part) => !isOfIssue(part)), ...latest.parts.filter(isOfIssue)],
    nowMs,
    follows,
    recent,
    issue,
    chart,
    ...(counted ? { counted } : {}),
  };
}
