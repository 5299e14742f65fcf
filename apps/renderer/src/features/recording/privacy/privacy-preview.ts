import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Hiding, hideSecrets, readStoredEvent } from '#events';
import { LongReads } from '#product';
import { privacyLimits } from '#shared';
import type { HiddenValue, PrivacyRules } from '#shared';
import type { HiddenBefore, PreviewedRules } from './privacy.dto.ts';

/**
 * Tries rules on the latest stored events. Values that were hidden before an event was stored
 * cannot be tried again.
 */
@Injectable()
export class PrivacyPreview {
  constructor(private readonly reads: LongReads) {}

  async preview(projectId: number, rules: PrivacyRules): Promise<PreviewedRules> {
    const payloads = await this.reads.stores.events.listLatest(
      projectId,
      privacyLimits.previewedEvents,
    );
    const hiding = new Hiding(rules);
    const [more, before] = [new Places(), new Places()];
    for (const { json } of payloads) {
      const { meta, event } = readStoredEvent(json);
      for (const value of meta.hidden ?? []) before.add(value);
      for (const value of hideSecrets(event, hiding).values) more.add(value);
      await nextTurn();
    }
    const most = privacyLimits.previewedPlaces;
    const [listed, listedBefore] = [more.list(most), before.list(most)];
    return {
      rules,
      events: payloads.length,
      more: listed,
      moreValues: more.values,
      before: listedBefore.map((value) => ({ ...value, wouldStay: wouldStay(value, hiding) })),
      leftOut: more.size + before.size - listed.length - listedBefore.length,
    };
  }
}

/** Returns true when the tried rules would keep a value that an earlier rule has hidden. */
function wouldStay({ path, rule }: HiddenValue, hiding: Hiding): HiddenBefore['wouldStay'] {
  const { hidesMail, hidesIban, addresses } = hiding.privacy;
  if (rule === 'network address') return addresses === 'keep';
  if ((rule === 'mail address' && !hidesMail) || (rule === 'IBAN' && !hidesIban)) return true;
  const names = path.split('.');
  const isOpen = names.some((name, index) => hiding.isOpen(names.slice(0, index).join('.'), name));
  const verdict = hiding.judge(names.at(-1)!.replace(/(?:\[\])+$/, ''));
  return isOpen || verdict === 'safe' || (rule === 'name of field' && verdict === undefined);
}

class Places {
  values = 0;
  private readonly places = new Map<string, HiddenValue>();

  get size(): number {
    return this.places.size;
  }

  add({ path, rule, count }: HiddenValue): void {
    this.values += count;
    const key = `${rule} ${path}`;
    const before = this.places.get(key)?.count ?? 0;
    this.places.set(key, { path, rule, count: before + count });
  }

  list(most: number): HiddenValue[] {
    return [...this.places.values()].toSorted((a, b) => b.count - a.count).slice(0, most);
  }
}
