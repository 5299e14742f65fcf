import { useState } from 'react';
import type { IssuePageProps } from '../../issues.dto.ts';

export interface SteadyEvent {
  /** The page as it is by now, with the event that the reader knows. */
  readonly props: IssuePageProps;
  /** There is a newer event than the one that is shown. */
  readonly hasNewer: boolean;
  /** Shows it. */
  readonly show: () => void;
}

interface Known {
  readonly latest: IssuePageProps;
  /** The answer whose event is shown. */
  readonly ofEvent: IssuePageProps;
}

/** The page does not change the event under its reader: what `isRefreshing` brings changes what is around it. */
export function useSteadyEvent(latest: IssuePageProps, isRefreshing: boolean): SteadyEvent {
  const [stored, setKnown] = useState<Known>({ latest, ofEvent: latest });
  const known = stored.latest === latest ? stored : follow(stored, latest, isRefreshing);
  if (known !== stored) setKnown(known);
  const { ofEvent } = known;
  const hasNewer = ofEvent.event?.eventId !== latest.event?.eventId;
  return {
    props: hasNewer ? withEventOf(ofEvent, latest) : latest,
    hasNewer,
    show: () => setKnown({ latest, ofEvent: latest }),
  };
}

function follow({ ofEvent }: Known, latest: IssuePageProps, isRefreshing: boolean): Known {
  const isSteady =
    isRefreshing && ofEvent.issue.id === latest.issue.id && ofEvent.event !== undefined;
  return { latest, ofEvent: isSteady ? ofEvent : latest };
}

/** The page of an issue with all that the page of another time has of its event. */
function withEventOf(ofEvent: IssuePageProps, latest: IssuePageProps): IssuePageProps {
  const { nowMs, follows, recent, issue, chart, counted, triage, groups, history, tags } = latest;
  const { counted: _counted, triage: _triage, groups: _groups, tags: _tags, ...kept } = ofEvent;
  return {
    ...kept,
    nowMs,
    follows,
    recent,
    issue,
    chart,
    history,
    ...(counted ? { counted } : {}),
    ...(triage ? { triage } : {}),
    ...(groups ? { groups } : {}),
    ...(tags ? { tags } : {}),
  };
}
