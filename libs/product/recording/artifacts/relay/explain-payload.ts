import { readPayload } from '#events';
import { listMissedFiles } from '../rules/index.ts';
import type { NearMissStore } from '../index.ts';

/** Says in lines why frames of a stored event have no original places. Throws when `json` is no payload. */
export async function explainPayload(
  json: string,
  near: Pick<NearMissStore, 'explain'>,
): Promise<string[]> {
  const event = readPayload(json);
  if (!event.mapping) {
    return [
      'No source map was asked for this event: it has no frames of JavaScript, or its project has no uploads.',
    ];
  }
  const { mapped, missed } = event.mapping;
  const lines = [`${mapped} of ${mapped + missed} frames have their original places.`];
  for (const file of listMissedFiles(event)) {
    const { sentence, command } = await near.explain(event.projectId, file, () => true);
    lines.push('', sentence, ...(command === undefined ? [] : [`  ${command}`]));
  }
  return lines;
}
