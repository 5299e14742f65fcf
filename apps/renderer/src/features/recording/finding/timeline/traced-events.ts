import { Injectable } from '@nestjs/common';
import { readPayload, readStub } from '#events';
import type { FoundEvent } from '#product/recording/finding';
import { EventStore } from '#product/recording/storage';
import { to } from '#shared';
import type { TracedEvent } from './timeline.ts';

@Injectable()
export class TracedEvents {
  constructor(private readonly events: EventStore) {}

  async read(found: readonly FoundEvent[], askedId = ''): Promise<readonly TracedEvent[]> {
    const read = await Promise.all(found.map((each) => this.readOne(each, askedId)));
    return read.filter((each) => each !== undefined);
  }

  private async readOne(
    { issueId, eventId, projectSlug }: FoundEvent,
    askedId: string,
  ): Promise<TracedEvent | undefined> {
    const found = await this.events.find(issueId, eventId);
    if (!found) return undefined;
    const { event, payload } = found;
    return {
      event: payload ? readPayload(payload.json) : readStub(event),
      projectSlug,
      href: to('/issues/:id', { id: issueId }, { query: { event: eventId } }),
      isAskedFor: eventId === askedId,
    };
  }
}
